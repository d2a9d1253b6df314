// Ordered start and shutdown: parts are stopped in reverse order, within a deadline.
import type { Logger } from '#observe/log.ts'

export type Stoppable = { name: string; stop: () => Promise<void> }

/** `deadlineMs` is the longest time from the signal to the end of the process. */
export function createLifecycle(log: Logger, deadlineMs: number) {
  const running: Stoppable[] = []
  let stopping: Promise<void> | undefined

  async function stopAll(): Promise<void> {
    for (const part of running.toReversed()) {
      await part
        .stop()
        .catch((error: unknown) => log.error({ err: error, part: part.name }, 'failed to stop'))
    }
  }

  return {
    started(part: Stoppable): void {
      running.push(part)
    },
    stop(): Promise<void> {
      stopping ??= stopAll()
      return stopping
    },
    /** Resolves after a signal, when everything has stopped. */
    untilSignal(): Promise<void> {
      return new Promise((resolve) => {
        const onSignal = (signal: NodeJS.Signals) => {
          log.info({ signal }, 'stopping')
          setTimeout(() => {
            log.error(
              { after_ms: deadlineMs },
              'shutdown timed out; requests in progress were aborted',
            )
            process.exit(1)
          }, deadlineMs).unref()
          void this.stop().then(resolve)
        }
        process.once('SIGTERM', onSignal)
        process.once('SIGINT', onSignal)
      })
    },
  }
}
