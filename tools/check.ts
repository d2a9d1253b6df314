// `npm run check`: all checks that need no database. Every step runs even if an earlier one fails, so
// that one run reports everything.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const bin = (name: string): string => join(root, 'node_modules', '.bin', name)

const steps = [
  { name: 'format', command: [bin('biome'), 'check', '.'] },
  { name: 'lint', command: [bin('oxlint'), '--type-aware'] },
  { name: 'types', command: [bin('tsc'), '-p', '.'] },
  { name: 'dashboard', command: [bin('tsc'), '-p', 'dashboard'] },
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
  console.log(`\n── ${name}: ${[program.split('/').at(-1), ...args].join(' ')}`)
  const startedMs = performance.now()
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
  if (error !== undefined) console.error(error.message)
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
  return { passed: status === 0, line: `${name.padEnd(14)}${seconds.padStart(6)} s` }
})

console.log('\n── check')
for (const { passed, line } of results) console.log(`${line}  ${passed ? 'ok' : 'FAILED'}`)
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1
