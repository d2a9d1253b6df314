// Jobs whose time is over: those that nobody took, and those of which nothing was heard for a day after.
import type { Reader } from '#db/reader.ts'
import { expireJobs as expireSome } from '../store/expired-jobs.ts'

const UNHEARD_MS = 86_400_000

export function expireJobs(retention: Reader, limit: number, now = new Date()): Promise<number> {
  return expireSome(retention, { now, runningBefore: new Date(now.getTime() - UNHEARD_MS), limit })
}
