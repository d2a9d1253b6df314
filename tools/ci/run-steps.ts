// Runs steps as soon as their dependencies have passed and cores are free; a failed step is retried once, alone.
import type { Attempt, Step, StepResult } from './step.ts'

export type StepsOptions = {
  cores: number
  run: (step: Step, attempt: number) => Promise<Attempt>
  /** After each attempt and for each step that is skipped. */
  report: (result: StepResult) => void
}

/**
 * Steps start in the order of the list where they can, so the longest come first. Those that measure time run
 * after all others, one at a time.
 */
export async function runSteps(
  steps: readonly Step[],
  options: StepsOptions,
): Promise<StepResult[]> {
  const first = await runAll(steps, options)
  const results: StepResult[] = []
  for (const result of first) {
    const isRepeated = result.outcome === 'failed' && result.attempts.length > 0
    results.push(isRepeated ? await repeat(result, options) : result)
  }
  return results
}

async function repeat({ step, attempts }: StepResult, options: StepsOptions): Promise<StepResult> {
  const second = await options.run(step, 2)
  const outcome = second.ok ? 'flaky' : 'failed'
  const result: StepResult = { step, outcome, attempts: [...attempts, second] }
  options.report(result)
  return result
}

async function runAll(
  steps: readonly Step[],
  { cores, run, report }: StepsOptions,
): Promise<StepResult[]> {
  const waiting = [...steps]
  const active = new Map<Step, Promise<void>>()
  const results = new Map<string, StepResult>()
  const settle = (result: StepResult) => {
    results.set(result.step.name, result)
    report(result)
  }
  const start = (step: Step) => {
    const ended = run(step, 1).then((attempt) => {
      active.delete(step)
      const failure = step.optional ? 'missing' : 'failed'
      settle({ step, outcome: attempt.ok ? 'ok' : failure, attempts: [attempt] })
    })
    active.set(step, ended)
  }
  while (waiting.length + active.size > 0) {
    for (const step of takeBlocked(waiting, results))
      settle({ step, outcome: 'skipped', attempts: [] })
    const next = findNext(waiting, [...active.keys()], results, cores)
    if (next) {
      waiting.splice(waiting.indexOf(next), 1)
      start(next)
    } else if (active.size > 0) {
      await Promise.race(active.values())
    } else if (waiting.length > 0) {
      throw new Error(
        `circular dependency between steps: ${waiting.map(({ name }) => name).join(', ')}`,
      )
    }
  }
  return steps.map(({ name }) => results.get(name)).filter((result) => result !== undefined)
}

/** Removes the steps whose dependencies have failed. */
function takeBlocked(waiting: Step[], results: ReadonlyMap<string, StepResult>): Step[] {
  const isBad = (name: string) => {
    const result = results.get(name)
    return result !== undefined && result.outcome !== 'ok'
  }
  const blocked = waiting.filter(({ after }) => after.some(isBad))
  for (const step of blocked) waiting.splice(waiting.indexOf(step), 1)
  return blocked
}

function findNext(
  waiting: readonly Step[],
  active: readonly Step[],
  results: ReadonlyMap<string, StepResult>,
  cores: number,
): Step | undefined {
  if (active.some(({ exclusive }) => exclusive)) return undefined
  const isTaken = ({ mutex }: Step) =>
    mutex !== undefined && active.some((other) => other.mutex === mutex)
  const isReady = (step: Step) =>
    !isTaken(step) && step.after.every((name) => results.get(name)?.outcome === 'ok')
  const shared = waiting.filter(({ exclusive }) => !exclusive)
  if (shared.length > 0) {
    const busy = active.reduce((sum, step) => sum + step.cores, 0)
    // A step that needs more cores than there are runs when nothing else does.
    const fits = (step: Step) => active.length === 0 || busy + step.cores <= cores
    const next = shared.find((step) => isReady(step) && (fits(step) || step.cores >= cores))
    // Smaller steps do not overtake one that needs all cores, or it would run last.
    return next && fits(next) ? next : undefined
  }
  return active.length === 0 ? waiting.find(isReady) : undefined
}
