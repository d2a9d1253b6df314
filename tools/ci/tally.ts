// Summarizes the results of steps: passed, failed and flaky.
import type { Flake } from './history.ts'
import { findQuarantined, type Quarantined } from './quarantine.ts'
import { type StepResult, totalSeconds } from './step.ts'
import type { FileTime, TestResults } from './suite-results.ts'

/** A step with what its test files reported in each attempt, where it runs test files. */
export type Judged = StepResult & { readonly tests: readonly (TestResults | undefined)[] }

export type Tally = {
  passed: number
  failed: Flake[]
  flakes: Flake[]
  quarantined: (Flake & { entry: Quarantined })[]
  skipped: string[]
  files: FileTime[]
}

export function tallyUp(results: readonly Judged[], today = new Date()): Tally {
  const tally: Tally = {
    passed: 0,
    failed: [],
    flakes: [],
    quarantined: [],
    skipped: results.filter(({ outcome }) => outcome === 'skipped').map(({ step }) => step.name),
    files: results.flatMap(({ tests }) => tests[0]?.files ?? []),
  }
  for (const result of results) {
    tally.passed += passedOf(result)
    const { flaky, failed } = failuresOf(result)
    tally.flakes.push(...flaky)
    for (const failure of failed) {
      const entry = findQuarantined(failure.name, today)
      if (entry) tally.quarantined.push({ ...failure, entry })
      else tally.failed.push(failure)
    }
  }
  return tally
}

/** The step itself, and the tests its first attempt counted. A flake is not a pass. */
function passedOf({ outcome, attempts }: StepResult): number {
  const [, tests = '0'] = /^(\d+) passed, \d+ failed$/.exec(attempts[0]?.lastLine ?? '') ?? []
  return Number(tests) + (outcome === 'ok' ? 1 : 0)
}

function failuresOf({ step, outcome, attempts, tests }: Judged): {
  flaky: Flake[]
  failed: Flake[]
} {
  if (outcome !== 'flaky' && outcome !== 'failed') return { flaky: [], failed: [] }
  const [first, second] = tests.map((one) => (one?.failures ?? []).map(asFlake))
  const own = { name: step.name, message: attempts[0]?.lastLine ?? 'not started' }
  const firstFailures = first && first.length > 0 ? first : [own]
  if (outcome === 'flaky') return { flaky: firstFailures, failed: [] }
  const failed = second && second.length > 0 ? second : [own]
  const names = new Set(failed.map(({ name }) => name))
  return { flaky: first?.filter(({ name }) => !names.has(name)) ?? [], failed }
}

const asFlake = ({ file, name, message }: TestResults['failures'][number]): Flake => ({
  name: `${file} › ${name}`,
  message,
})

export function secondsByStep(results: readonly StepResult[]): Record<string, number> {
  return Object.fromEntries(
    results
      .filter(({ attempts }) => attempts.length > 0)
      .map((result) => [result.step.name, Math.round(totalSeconds(result) * 10) / 10]),
  )
}
