// The package that `npm run pack:edge` makes, installed where there is nothing else, by the commands of the guide.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { root, run } from '../../tests/harness/containers/engine.ts'
import type { CheckResult } from '../../tests/harness/containers/overlays.ts'
import type { ClaimsSite } from './claims-site.ts'
import { guideScript } from './guide-script.ts'
import type { ServiceSide } from './service-side.ts'

/** Of the example of the policy. */
export const STATEMENTS = 3
const MAX_END_MS = 30_000
const DONE = [
  'is valid: 3 statements',
  'iban: as a token; the value stays on this machine',
  'All checks passed.',
]

export type Setting = { service: ServiceSide; site: ClaimsSite; isControl: boolean }

export async function installByNpm({ service, site, isControl }: Setting): Promise<CheckResult> {
  const folder = mkdtempSync(join(tmpdir(), 'edge-by-npm-'))
  const env = installerEnv(join(folder, 'global'))
  const faults: string[] = []
  try {
    await run('npm', ['run', '--silent', 'pack:edge', '--', folder], { cwd: root })
    const { id, token } = await service.addConnector()
    const { engine, loginUrl } = site
    const words = { engine, loginUrl, serviceUrl: service.url, token }
    const script = guideScript('Install with npm', words)
    let said = await run('bash', ['-ce', script.untilRole], { cwd: folder, env })
    await site.makeRole(readFileSync(join(folder, 'role.sql'), 'utf8'))
    const start = script.afterRole.at(-1) ?? ''
    const exports = script.afterRole.slice(0, -1)
    said += await run('bash', ['-ce', exports.join('\n')], { cwd: folder, env })
    faults.push(...DONE.filter((line) => !said.includes(line)).map((line) => `not said: ${line}`))
    const settings = exports.filter((line) => line.startsWith('export ')).join('\n')
    const begin = (line: string) => startProgram(`${settings}\n${line}`, folder, env)
    const endMs = await liveOnce(service, id, begin(start), faults)
    if (isControl) rmSync(join(folder, 'state'), { recursive: true })
    await liveOnce(service, id, begin(start.replace(/TASK_EDGE_TOKEN=\S+ /, '')), faults)
    const contents = lookInside(folder)
    return {
      shown: `npm and ${engine}: ${script.commandCount} commands, ${contents.shown}, ended in ${endMs} ms`,
      faults: [...faults, ...contents.faults].map((fault) => `npm and ${engine}: ${fault}`),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A person's shell: nothing of the npm that started this program, but where its packages come from. */
function installerEnv(prefix: string): Record<string, string | undefined> {
  const { env } = process
  const path = [join(prefix, 'bin'), dirname(process.execPath), env['PATH']]
  return {
    PATH: path.join(delimiter),
    HOME: homedir(),
    NODE_EXTRA_CA_CERTS: env['NODE_EXTRA_CA_CERTS'],
    NPM_CONFIG_GLOBALCONFIG: env['NPM_CONFIG_GLOBALCONFIG'] ?? env['npm_config_globalconfig'],
    NPM_CONFIG_PREFIX: prefix,
  }
}

type Program = { printed: () => string; stop: () => Promise<number | null> }

function startProgram(
  script: string,
  cwd: string,
  env: Record<string, string | undefined>,
): Program {
  // In the place of the shell, so that a signal reaches it.
  const line = script.replace(/task-edge run$/, 'exec task-edge run')
  const child = spawn('bash', ['-ce', line], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (printed += chunk.toString()))
  const exited = once(child, 'exit') as Promise<[number | null]>
  return {
    printed: () => printed,
    async stop() {
      child.kill('SIGTERM')
      const [code] = await exited
      return code
    },
  }
}

/** Asked for claims, and ended; how long that took. */
async function liveOnce(
  service: ServiceSide,
  id: string,
  program: Program,
  faults: string[],
): Promise<number> {
  try {
    await service.untilOffered(id, STATEMENTS)
    const fault = await service.findFault(id)
    if (fault !== undefined) faults.push(fault)
  } catch (error) {
    faults.push(`${(error as Error).message} ${program.printed().trim()}`)
  }
  const started = performance.now()
  const code = await program.stop()
  const endMs = Math.round(performance.now() - started)
  if (code !== 0 || endMs > MAX_END_MS) faults.push(`ended with ${code} after ${endMs} ms`)
  return endMs
}

function lookInside(folder: string): CheckResult {
  const installed = join(folder, 'global/lib/node_modules/@task-service/edge')
  const files = globSync('**/*', { cwd: installed, exclude: ['node_modules'] })
  const packages = globSync('node_modules/{,@*/}*/package.json', { cwd: installed })
  const [archive = ''] = globSync('*.tgz', { cwd: folder })
  const kilobytes = Math.round(statSync(join(folder, archive)).size / 1e3)
  const wanted = ['LICENSE', 'README.md', 'policy.yaml', 'dist/main.js', 'package.json']
  const strays = packages.filter((file) => /\/(@task-service|mssql|oracledb)\//.test(file))
  return {
    shown: `package ${kilobytes} kB, ${packages.length} packages with it`,
    faults: [
      ...wanted.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
      ...files.filter((file) => file.endsWith('.ts')).map((file) => `${file} cannot run there`),
      ...strays.map((file) => `${file} does not belong`),
    ],
  }
}
