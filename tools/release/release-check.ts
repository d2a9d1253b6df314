// `npm run release-check`: checks, tests, every proof and benchmark at CI size, and the full sizes that a release needs.
// Continues where an earlier one or `.ci/run` stopped: a result stands until the product or the program changes.
// `--list` shows what would run; `--sizes ci` leaves the full sizes out; `--again` ignores earlier results.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changedSince } from '../ci/git.ts'
import { failureExcerpt, stepLine } from '../ci/report.ts'
import { endRunningSteps, runStep } from '../ci/run-step.ts'
import { runSteps } from '../ci/run-steps.ts'
import type { Step, StepResult } from '../ci/step.ts'
import { programStep, releaseSteps, requirementsOf } from '../ci/steps.ts'
import { type Coverage, readCoverage } from '../programs/covered-files.ts'
import { type Program, readPrograms } from '../programs/programs.ts'
import { findStaleReports, type StaleReport, writeGuarantee } from './guarantee-reports.ts'
import { appendResult, type ReleaseResult, readResults } from './release-results.ts'

const root = join(import.meta.dirname, '../..')
const logs = join(root, '.tmp/release-check')
/** Full sizes take about this many times as long as CI sizes; only a hang may meet the limit. */
const FULL_FACTOR = 20
/** A change here is a change of what is released. */
const product = /^(server|contract|kit|integrations|edge|dashboard|deploy|Dockerfile|package)/
const isProduct = (path: string) => product.test(path) && !/\.(test|md)\b/.test(path)

const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    sizes: { type: 'string', default: 'all' },
  },
})

type Check = { step: Step; program?: Program }

const programs = readPrograms()
const coverage = readCoverage()
const checks = [
  ...releaseSteps.map((step): Check => ({ step })),
  ...programs.map((program): Check => ({ program, step: programStep(program) })),
  ...(values.sizes === 'ci' ? [] : programs.filter(({ proof }) => proof.fullSizeForRelease)).map(
    (program): Check => ({ program, step: fullStep(program) }),
  ),
]
const earlier = values.again ? new Map<string, ReleaseResult>() : readResults()
const standing = new Map<string, ReleaseResult>()
for (const check of checks) {
  const result = earlier.get(check.step.name)
  if (result && stillStands(result, check, coverage)) standing.set(check.step.name, result)
}
const open = checks.filter(({ step }) => !standing.has(step.name))
console.log(
  `${checks.length} checks, ${standing.size} of them passed before, ${open.length} to run`,
)
if (values.list) {
  for (const { step } of open) console.log(`  ${step.name}: up to ${step.budgetSeconds} s`)
} else {
  await runOpen()
}

async function runOpen(): Promise<void> {
  mkdirSync(logs, { recursive: true })
  process.on('SIGINT', endRunningSteps)
  process.on('SIGTERM', endRunningSteps)
  // CI sizes come first: they find most faults in the least time.
  const steps = [...requirementsOf(programs), ...open.map(({ step }) => step)]
  const results = await runSteps(steps, {
    cores: 2,
    run: (step, attempt) => runStep(step, attempt, logs),
    report: record,
  })
  const stale = findStaleReports(programs, coverage)
  for (const one of stale) console.log(`STALE docs/guarantees/${one.report}.md: ${one.reason}`)
  const unpassed = results.filter(({ outcome }) => outcome !== 'ok' && outcome !== 'missing')
  if (unpassed.length === 0) writeReport(stale)
  for (const { step, outcome } of unpassed) console.log(`${outcome.toUpperCase()} ${step.name}`)
  console.log(`${checks.length - unpassed.length} passed, ${unpassed.length} failed`)
  process.exitCode = unpassed.length === 0 ? 0 : 1
}

/** At once, so that an interrupted check loses only what was running. A flake is no pass: it runs again next time. */
function record(result: StepResult): void {
  console.log(stepLine(result))
  const { step, outcome, attempts } = result
  const last = attempts.at(-1)
  if (last && !last.ok) console.log(failureExcerpt(last.logFile))
  if (outcome !== 'ok' || !last || step.optional) return
  standing.set(step.name, appendResult(step, last))
}

function fullStep(program: Program): Step {
  const step = programStep(program)
  return {
    ...step,
    name: `${step.name} --full`,
    command: `${step.command} --full`,
    budgetSeconds: step.budgetSeconds * FULL_FACTOR,
    // Full sizes are stated for a machine of their own.
    exclusive: true,
  }
}

function stillStands({ commit }: ReleaseResult, { program }: Check, files: Coverage): boolean {
  const isCovered = (path: string) =>
    program ? files.covers(program, path) : !path.endsWith('.md')
  return !changedSince(commit).some((path) => isProduct(path) || isCovered(path))
}

function writeReport(stale: readonly StaleReport[]): void {
  const rows = checks.map(({ step }) => {
    const result = standing.get(step.name)
    const { commit = '-', seconds = 0, seed, lastLine = '' } = result ?? {}
    const figures = lastLine.replaceAll('|', '\\|')
    return `| \`${step.name}\` | \`${commit}\` | ${seconds} | ${seed ?? ''} | ${figures} |`
  })
  const reports = stale.map((one) => `- [${one.report}](${one.report}.md): ${one.reason}`)
  const text = `# Release check

\`\`\`sh
npm run release-check
\`\`\`

${checks.length} checks passed: every proof and benchmark at CI size, and those a release
needs at full size. Each row names the commit it ran at; between that commit and this one neither the product nor the
program changed.

| check | commit | seconds | seed | last line |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

## Reports older than the code they cover

${reports.length > 0 ? reports.join('\n') : 'None.'}
`
  writeGuarantee('release-check', text)
}
