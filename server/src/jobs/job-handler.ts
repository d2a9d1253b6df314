// How a domain handles the jobs of a queue.

import type { Job, JobData, NewJob } from './queue.ts'
import type { ReceiverHealth } from './receiver-pool.ts'

/** What is to be done about a job, in pieces that are worked on one by one; and jobs that follow from it anyway. */
export type Prepared<Data extends JobData, Work> = {
  job: Job<Data>
  works: readonly Work[]
  next: readonly NewJob<Data>[]
}

export type Done<Work, Result> = { work: Work; result: Result }

export type JobHandler<Data extends JobData, Work, Result> = {
  groupOf: (data: Data) => string
  /** How many pieces of work a job has at most. */
  sizeOf: (data: Data) => number
  /** How much memory its pieces take together while it is in flight; nothing unless given. */
  bytesOf?: (data: Data) => number
  /** Reads what the jobs of one tenant need, one entry for each. */
  prepare: (tenantId: string, jobs: readonly Job<Data>[]) => Promise<Prepared<Data, Work>[]>
  /** Never rejects; undefined when it was given up and is to be done again. */
  perform: (work: Work, signal: AbortSignal) => Promise<Result | undefined>
  healthOf: (result: Result) => ReceiverHealth
  /** Stores the results of one tenant and says which jobs follow, one entry for each result. */
  record: (
    tenantId: string,
    done: readonly Done<Work, Result>[],
  ) => Promise<(NewJob<Data> | undefined)[]>
  /** A job for what is left of one. */
  remainder: (data: Data, works: readonly Work[]) => NewJob<Data>
}
