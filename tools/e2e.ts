// `npm run e2e [-- --screenshots|--failed] [file …]`: the dashboard in a real browser against the real program.
// `--screenshots` keeps a picture of every screen in every look under .tmp/screenshots.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const given = process.argv.slice(2)
const screenshots = given.includes('--screenshots')
const named = given.filter((word) => !word.startsWith('--'))
const pictured = screenshots ? [join(root, 'tests/e2e/screens.e2e.ts')] : undefined
const files =
  named.length > 0 ? named : (pictured ?? globSync(join(root, 'tests/e2e/**/*.e2e.ts')).toSorted())

// Once, before files that run side by side would each do it.
const built = spawnSync(process.execPath, [join(root, 'tools/build-dashboard.ts'), '--if-needed'], {
  stdio: 'inherit',
})
if (built.status !== 0) process.exit(1)

const onlyFailed = given.includes('--failed') ? ['--failed'] : []
const { status } = spawnSync(
  process.execPath,
  [join(root, 'tools/test.ts'), ...onlyFailed, ...files],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_SUITE: 'e2e',
      ...(screenshots && { SCREENSHOTS: join(root, '.tmp/screenshots') }),
    },
  },
)
process.exitCode = status ?? 1
