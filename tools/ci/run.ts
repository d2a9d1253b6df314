// `.ci/run` once Node.js is installed: installation, checks, tests and the programs of the tier `change`.
// `--skip-install` skips the installation, `--repeat N` looks for flaky tests.
import { mkdirSync, mkdtempSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readPrograms } from '../programs/programs.ts'
import { appendResult } from '../release/release-results.ts'
import { currentCommit, hasUncommittedCode } from './git.ts'
import { appendRun, readRuns } from './history.ts'
import { watchMachine } from './machine-time.ts'
import { repeatRuns } from './repeat.ts'
import { failureExcerpt, filesTable, flakeLines, stepLine, timesTable } from './report.ts'
import { endRunningSteps, runStep } from './run-step.ts'
import { runSteps } from './run-steps.ts'
import type { Step, StepResult } from './step.ts'
import { changeSteps, installSteps } from './steps.ts'
import { readTestResults, type TestResults } from './suite-results.ts'
import { type Judged, secondsByStep, type Tally, tallyUp } from './tally.ts'
import { type Times, writeTimes } from './times.ts'

const root = join(import.meta.dirname, '../..')
const CORES = 2
/** On two cores of the reference machine. A longer run fails, so that the change that causes it is noticed. */
const MOST_MINUTES = 35

const { values } = parseArgs({
  options: { 'skip-install': { type: 'boolean', default: false }, repeat: { type: 'string' } },
})
if (values.repeat !== undefined) {
  repeatRuns(Number(values.repeat))
  process.exit()
}
const startedAt = Number(process.env['CI_STARTED_AT'] ?? Date.now() / 1_000) * 1_000
const machine = watchMachine()
const testsOf = new Map<string, (TestResults | undefined)[]>()
const logs = makeLogFolder()

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    endRunningSteps()
    console.log('interrupted\n0 passed, 1 failed')
    process.exit(1)
  })
}

const results: StepResult[] = []
if (!values['skip-install']) results.push(...(await runSteps(installSteps, options())))
if (results.every(({ outcome }) => outcome === 'ok' || outcome === 'flaky')) {
  // Only now are the packages there that programs import.
  results.push(...(await runSteps(changeSteps(readPrograms()), options())))
}
finish(results.map((result) => ({ ...result, tests: testsOf.get(result.step.name) ?? [] })))

function options() {
  return {
    cores: Math.max(CORES, availableParallelism()),
    run: async (step: Step, attempt: number) => {
      const ended = await runStep(step, attempt, logs)
      if (step.retryCommand) {
        testsOf.set(step.name, [...(testsOf.get(step.name) ?? []), readTestResults(step.name)])
      }
      return ended
    },
    report(result: StepResult) {
      console.log(stepLine(result))
      const last = result.attempts.at(-1)
      if (last && !last.ok) console.log(failureExcerpt(last.logFile))
    },
  }
}

function finish(judged: readonly Judged[]): void {
  const runs = readRuns()
  const tally = tallyUp(judged)
  const seconds = (Date.now() - startedAt) / 1_000
  // The steps last: a reader who sees only the end needs them first.
  console.log(`\n${filesTable(tally.files)}\n\n${timesTable(judged)}\n`)
  for (const line of flakeLines(tally, runs)) console.log(line)
  if (tally.skipped.length > 0) console.log(`SKIPPED on this machine: ${tally.skipped.join(', ')}`)
  const { minutes, explanation } = machine.referenceMinutes(seconds)
  const total = `${minutes.toFixed(1)} of ${MOST_MINUTES} minutes`
  console.log(`total ${total}: ${explanation}`)
  if (minutes > MOST_MINUTES) {
    const message = `${total}: make a step faster or move a program to the tier release`
    tally.failed.push({ name: 'time budget', message })
  }
  for (const { name, message } of tally.failed) console.log(`FAILED ${name}: ${message}`)
  remember(judged, tally, { seconds, minutes, explanation })
  console.log(`${tally.passed} passed, ${tally.failed.length} failed`)
  process.exitCode = tally.failed.length === 0 && tally.passed > 0 ? 0 : 1
}

function remember(
  judged: readonly Judged[],
  tally: Tally,
  time: Pick<Times, 'seconds' | 'minutes' | 'explanation'>,
): void {
  const commit = currentCommit()
  const at = new Date().toISOString()
  const { passed, flakes } = tally
  const failed = tally.failed.map(({ name }) => name)
  const steps = secondsByStep(judged)
  appendRun({ at, commit, ...time, passed, failed, flakes, steps })
  if (!hasUncommittedCode()) for (const result of judged) rememberForRelease(result)
  writeTimes({ at, commit, ...time, steps, files: tally.files })
}

/** The release check skips steps that have passed here, except those with another seed. */
function rememberForRelease({ step, outcome, attempts: [first] }: StepResult): void {
  const isInstall = installSteps.includes(step) || step.optional
  if (first && outcome === 'ok' && !isInstall && !step.command.includes('--seed')) {
    appendResult(step, first)
  }
}

function makeLogFolder(): string {
  const parent = join(root, '.tmp', 'ci')
  mkdirSync(parent, { recursive: true })
  return mkdtempSync(join(parent, 'logs-'))
}
