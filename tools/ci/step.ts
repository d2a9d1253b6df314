// One step of `.ci/run`: a command with its dependencies, cores and time budget.

export type Step = {
  /** `test`, `e2e`, `prove plans`: unique. */
  readonly name: string
  /** A line for bash. */
  readonly command: string
  /** The command for the second attempt, where only a part is repeated. */
  readonly retryCommand?: string
  /** Names of steps that must have succeeded. */
  readonly after: readonly string[]
  /** How many cores it uses; fractions for steps that mostly wait. */
  readonly cores: number
  /** True for time measurements: nothing else runs at the same time. */
  readonly exclusive: boolean
  /** Steps with the same mutex never run at the same time. */
  readonly mutex?: string | undefined
  readonly budgetSeconds: number
  /** An optional requirement: if it fails, the steps that need it are skipped and the run does not fail. */
  readonly optional?: boolean
}

export type Attempt = {
  readonly ok: boolean
  readonly seconds: number
  /** Of all processes of the step that ended before it. */
  readonly cpuSeconds: number
  readonly logFile: string
  readonly lastLine: string
}

export type Outcome = 'ok' | 'flaky' | 'failed' | 'skipped' | 'missing'

export type StepResult = {
  readonly step: Step
  readonly outcome: Outcome
  readonly attempts: readonly Attempt[]
}

/** A step that takes this many times its budget is considered hung. */
const HANG_FACTOR = 4
const LEAST_TIMEOUT_SECONDS = 300

export function timeoutSecondsOf({ budgetSeconds }: Step): number {
  return Math.max(LEAST_TIMEOUT_SECONDS, budgetSeconds * HANG_FACTOR)
}

export function totalSeconds({ attempts }: StepResult): number {
  return attempts.reduce((sum, { seconds }) => sum + seconds, 0)
}
