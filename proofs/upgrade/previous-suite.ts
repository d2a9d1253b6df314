// The API tests of the previous release, against its own process on the schema of this one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { packTestPlugins } from '../../tests/harness/agent/pack-test-plugins.ts'
import type { EmptyDatabase } from '../../tests/harness/database.ts'
import { HOST_SUFFIX, startService } from '../../tests/harness/service.ts'
import type { findApiSuite } from '../../tools/api-suite.ts'
import type { PreviousRelease } from './previous-release.ts'

export type SuiteResult = { files: number; passed: number; failed: number; failures: string[] }

/** Tests expect that 127.0.0.1 cannot be reached. */
const VENDOR_ADDRESS = '127.0.0.2'

/** `mostFiles` limits the tests to some of the files. */
export async function runPreviousSuite(
  { folder, program }: PreviousRelease,
  database: EmptyDatabase,
  mostFiles: number,
): Promise<SuiteResult> {
  const plugins = mkdtempSync(join(tmpdir(), 'task-service-plugins-'))
  const modules = {
    plugins: await load<{ packTestPlugins: typeof packTestPlugins }>(
      folder,
      'tests/harness/agent/pack-test-plugins.ts',
    ),
    suite: await load<{ findApiSuite: typeof findApiSuite }>(folder, 'tools/api-suite.ts'),
  }
  const service = await startService({
    databaseUrl: database.url,
    program,
    args: ['--role', 'api'],
    env: {
      SERVICE_ACP_DB_ROLE_PREFIX: database.rolePrefix,
      SERVICE_ACP_HOST: HOST_SUFFIX,
      SERVICE_ACP_EGRESS_ALLOW: VENDOR_ADDRESS,
      SERVICE_ACP_PLUGINS: await modules.plugins.packTestPlugins(plugins),
    },
  })
  try {
    const { files, alone } = modules.suite.findApiSuite()
    const groups = [
      files.slice(0, mostFiles),
      alone.slice(0, Math.max(0, mostFiles - files.length)),
    ]
    const results: SuiteResult[] = []
    for (const group of groups.filter(({ length }) => length > 0)) {
      results.push(
        await runFiles(folder, group, {
          TEST_API_URL: service.url,
          TEST_API_KEY: service.apiKey,
          TEST_API_DATABASE_URL: database.superuserUrl,
          TEST_VENDOR_ADDRESS: VENDOR_ADDRESS,
        }),
      )
    }
    return {
      files: groups.flat().length,
      passed: results.reduce((sum, { passed }) => sum + passed, 0),
      failed: results.reduce((sum, { failed }) => sum + failed, 0),
      failures: results.flatMap(({ failures }) => failures),
    }
  } finally {
    await service.kill()
    rmSync(plugins, { recursive: true })
  }
}

function load<T>(folder: string, path: string): Promise<T> {
  return import(pathToFileURL(join(folder, path)).href) as Promise<T> // the same module of another commit
}

async function runFiles(
  folder: string,
  files: readonly string[],
  env: Record<string, string>,
): Promise<SuiteResult> {
  const args = ['tools/test.ts', ...files.map((file) => join(folder, file))]
  const options = { cwd: folder, env: { ...process.env, INIT_CWD: folder, ...env } }
  const child = spawn(process.execPath, args, options)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString()))
  await once(child, 'close')
  const [, passed = '0', failed = '1'] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? []
  return {
    files: files.length,
    passed: Number(passed),
    failed: Number(failed),
    failures: Number(failed) === 0 ? [] : listFailures(output),
  }
}

const FAILING = 'failing tests:'
const LINES_PER_FAILURE = 12

/** Each with its place, its name and the beginning of its error; without a summary, the end of the output. */
function listFailures(output: string): string[] {
  if (!output.includes(FAILING)) return [output.slice(-6_000)]
  const [, ...failures] = output.slice(output.indexOf(FAILING)).split(/^(?=test at )/m)
  return failures.map((failure) => failure.split('\n').slice(0, LINES_PER_FAILURE).join('\n'))
}
