// `npm run check`: all checks that need no database. Every step runs even if an earlier one fails, so
// that one run reports everything. In CI and with `--all`, everything is checked; otherwise rules that need types see only
// the files that differ from main, and the compiler checks only what changed since its last run.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { listChangedFiles } from './ci/git.ts'

const root = join(import.meta.dirname, '..')
const bin = (name: string): string => join(root, 'node_modules', '.bin', name)
const checksAll = process.env['CI'] !== undefined || process.argv.includes('--all')
const stateFolder = join(root, '.tmp', 'types')
mkdirSync(stateFolder, { recursive: true })

/** The whole program is read again only if something that it imports changed. */
function incremental(project: string): string[] {
  return checksAll
    ? []
    : ['--incremental', '--tsBuildInfoFile', join(stateFolder, `${project}.json`)]
}

/** Type information for all files takes most of the time of the check. */
function lintSteps(): { name: string; command: string[] }[] {
  if (checksAll) return [{ name: 'lint', command: [bin('oxlint'), '--type-aware'] }]
  const changed = listChangedFiles().filter((file) => /\.[cm]?[jt]sx?$/.test(file))
  const lint = { name: 'lint', command: [bin('oxlint')] }
  if (changed.length === 0) return [lint]
  return [lint, { name: 'lint of changes', command: [bin('oxlint'), '--type-aware', ...changed] }]
}

const steps = [
  { name: 'format', command: [bin('biome'), 'check', '.'] },
  ...lintSteps(),
  { name: 'types', command: [bin('tsc'), '-p', '.', ...incremental('main')] },
  {
    name: 'dashboard',
    command: [bin('tsc'), '-p', 'dashboard', ...incremental('dashboard')],
  },
  // Without the types of Node.js: it runs wherever there is fetch.
  { name: 'sdk', command: [bin('tsc'), '-p', 'sdk'] },
  {
    name: 'architecture',
    command: [process.execPath, '--test', '--test-reporter=dot', 'tests/architecture.test.ts'],
  },
  {
    name: 'language',
    command: [process.execPath, '--test', '--test-reporter=dot', 'tests/language.test.ts'],
  },
]

const results = steps.map(({ name, command: [program = '', ...args] }) => {
  console.log(`\n── ${name}: ${[program.split('/').at(-1), ...args.slice(0, 6)].join(' ')}`)
  const startedMs = performance.now()
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
  if (error !== undefined) console.error(error.message)
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
  return { passed: status === 0, line: `${name.padEnd(18)}${seconds.padStart(6)} s` }
})

console.log('\n── check')
for (const { passed, line } of results) console.log(`${line}  ${passed ? 'ok' : 'FAILED'}`)
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1
