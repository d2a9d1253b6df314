// Ordered start and stop: what was started last is stopped first, and stopping has a deadline.
import type { Logger } from '#observe/log.ts'

export type Stoppable = { name: string; stop: () => Promise<void> }

/** Longest time from the signal to the end of the process. */
const DEADLINE_MS = 10_000

export function createLifecycle(log: Logger) {
  const running: Stoppable[] = []
  let stopping: Promise<void> | undefined

  async function stopAll(): Promise<void> {
    for (const part of running.toReversed()) {
      await part
        .stop()
        .catch((error: unknown) => log.error({ err: error, part: part.name }, 'stop failed'))
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
    /** Resolves when a signal asked us to end and everything has stopped. */
    untilSignal(): Promise<void> {
      return new Promise((resolve) => {
        const onSignal = (signal: NodeJS.Signals) => {
          log.info({ signal }, 'stopping')
          setTimeout(() => {
            log.error({ after_ms: DEADLINE_MS }, 'gave up waiting; some requests were cut off')
            process.exit(1)
          }, DEADLINE_MS).unref()
          void this.stop().then(resolve)
        }
        process.once('SIGTERM', onSignal)
        process.once('SIGINT', onSignal)
      })
    },
  }
}
