// Ctrl+C and SIGTERM: a command that has asked for the signal can finish its step; every other one ends at once.
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'

type StopName = 'interrupted' | 'terminated'

export class Interrupts {
  #controller: AbortController | undefined

  start(): void {
    process.on('SIGINT', () => this.#stop('interrupted'))
    process.on('SIGTERM', () => this.#stop('terminated'))
  }

  /** For commands that stop themselves. A second Ctrl+C ends them at once. */
  signal(): AbortSignal {
    this.#controller ??= new AbortController()
    return this.#controller.signal
  }

  /** Why the command has to end, if it has to. */
  reason(): CommandError | undefined {
    const reason: unknown = this.#controller?.signal.reason
    return reason instanceof CommandError ? reason : undefined
  }

  #stop(name: StopName): void {
    if (this.#controller === undefined || this.#controller.signal.aborted) {
      process.exit(exitCodes[name].code)
    }
    const text = name === 'interrupted' ? 'Interrupted.' : 'Terminated.'
    this.#controller.abort(new CommandError(name, text))
  }
}
