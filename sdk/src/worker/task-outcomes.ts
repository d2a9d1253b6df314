// What a handler throws to end a run in another way than with a plain error.

/** Fails the run. A plain error is retried until the agent's `max_attempts`; this one says whether and when. */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure'
  /** false: the task fails immediately. */
  readonly retryable: boolean
  readonly retryAfterSeconds: number | undefined

  constructor(
    message: string,
    options: { retryable?: boolean; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.retryable = options.retryable ?? true
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** Returns the task to its queue without a failed attempt. */
export class TaskRelease extends Error {
  override readonly name = 'TaskRelease'
  /** Note for the next attempt. */
  readonly handoff: string | undefined
  readonly delaySeconds: number | undefined

  constructor(options: { handoff?: string; delaySeconds?: number } = {}) {
    super(options.handoff ?? 'The task was released')
    this.handoff = options.handoff
    this.delaySeconds = options.delaySeconds
  }
}
