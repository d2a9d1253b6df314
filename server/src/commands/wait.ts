// `--wait`: waiting for the database at the start, because containers start in any order.
import { setTimeout as sleep } from 'node:timers/promises'
import { durationForm, readDurationMs } from '#config/parse-quantity.ts'
import { SchemaBehind } from '#db/upgrade/schema-refused.ts'
import { isUnavailable } from '#lib/database-failure.ts'
import { CommandError } from './exit-codes.ts'

/** Short, because a cold start delays the first request; each attempt is one connection. */
const PAUSE_MS = 200

export const WAIT_OPTION = '--wait <duration>'

export function readWaitMs(options: Record<string, unknown>): number {
  const { wait } = options as { wait?: string } // as program.ts declares it
  if (wait === undefined) return 0
  const waitMs = readDurationMs(wait)
  if (waitMs !== undefined) return waitMs
  throw new CommandError('usage', `--wait must be ${durationForm}, such as 2m.`)
}

/** Retries until `attempt` succeeds. Permanent errors are thrown immediately, all others when the time is over. */
export async function waitFor<T>(
  waitMs: number,
  attempt: () => Promise<T>,
  log: (message: string) => void,
): Promise<T> {
  const end = performance.now() + waitMs
  for (let announced = false; ; announced = true) {
    try {
      return await attempt()
    } catch (error) {
      const isTransient = isUnavailable(error) || error instanceof SchemaBehind
      if (!isTransient || performance.now() >= end) throw error
      if (!announced) log(`waiting for the database: ${messageOf(error)}`)
    }
    await sleep(PAUSE_MS)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : 'no connection'
}
