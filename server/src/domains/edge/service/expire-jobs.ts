// Expires jobs: those that no connector took in time, and those without a result for a day after that.
import type { Reader } from '#db/reader.ts'
import { expireJobs as expireSome } from '../store/expired-jobs.ts'

const UNHEARD_MS = 86_400_000

export function expireJobs(retention: Reader, limit: number, now = new Date()): Promise<number> {
  return expireSome(retention, { now, runningBefore: new Date(now.getTime() - UNHEARD_MS), limit })
}
