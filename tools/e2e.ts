// `npm run e2e [-- --screenshots|--failed] [file …]`: the dashboard in a real browser against the real program.
// `--screenshots` keeps a picture of every screen in every look under .tmp/screenshots.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '..')
// For the shared server too, which starts before the test runner.
process.env['NODE_COMPILE_CACHE'] ??= join(root, '.tmp', 'compile-cache')
const given = process.argv.slice(2)
const screenshots = given.includes('--screenshots')
const named = given.filter((word) => !word.startsWith('--'))
const pictured = screenshots ? [join(root, 'tests/e2e/screens.e2e.ts')] : undefined

/**
 * First those that wait for a sync to end: files that are done leave tenants behind whose vendors are gone, and the one
 * worker keeps asking for them. Then the longest: one that begins last would be waited for alone.
 */
const LONG = ['integrations', 'stalled', 'keyboard', 'screens', 'home', 'live', 'phone', 'new-user']
/** A file keeps a browser, a server and itself busy: more at a time only wait for each other, until time runs out. */
const CONCURRENCY = 2

const files =
  named.length > 0 ? named : (pictured ?? inOrder(globSync(join(root, 'tests/e2e/**/*.e2e.ts'))))

// Once, before anything is started that serves it.
const built = spawnSync(
  process.execPath,
  [join(root, 'tools/build/build-dashboard.ts'), '--if-needed'],
  {
    stdio: 'inherit',
  },
)
if (built.status !== 0) process.exit(1)

const onlyFailed = given.includes('--failed') ? ['--failed'] : []
process.exitCode = await withSharedServer(runTests)

async function runTests(env: Record<string, string>): Promise<number> {
  const tests = spawn(
    process.execPath,
    [
      join(root, 'tools/test.ts'),
      `--test-concurrency=${process.env['E2E_CONCURRENCY'] ?? CONCURRENCY}`,
      ...onlyFailed,
      ...files,
    ],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        ...env,
        TEST_SUITE: 'e2e',
        ...(screenshots && { SCREENSHOTS: join(root, '.tmp/screenshots') }),
      },
    },
  )
  const [code] = (await once(tests, 'exit')) as [number | null]
  return code ?? 1
}

async function withSharedServer(
  work: (env: Record<string, string>) => Promise<number>,
): Promise<number> {
  // Loaded after the build, so that a failed build is reported first.
  const { globalSetup, globalTeardown } = await import('../tests/harness/global-setup.ts')
  const { startSharedServer } = await import('../tests/e2e/harness/shared-server.ts')
  const { sharedServerEnv } = await import('../tests/e2e/harness/shared-server-env.ts')
  await globalSetup()
  try {
    const shared = await startSharedServer()
    try {
      return await work(sharedServerEnv(shared))
    } finally {
      await shared.stop()
    }
  } finally {
    await globalTeardown()
  }
}

function inOrder(found: string[]): string[] {
  return found.toSorted().toSorted((one, other) => rankOf(one) - rankOf(other))
}

function rankOf(file: string): number {
  const place = LONG.indexOf(basename(file, '.e2e.ts'))
  return place === -1 ? LONG.length : place
}
