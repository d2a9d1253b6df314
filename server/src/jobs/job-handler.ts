// How a domain handles the jobs of a queue.

import type { Job, JobData, NewJob } from './queue.ts'
import type { ReceiverHealth } from './receiver-pool.ts'

/** A job as pieces of work that run one by one, and further jobs that follow in any case. */
export type Prepared<Data extends JobData, Work> = {
  job: Job<Data>
  works: readonly Work[]
  next: readonly NewJob<Data>[]
}

export type Done<Work, Result> = { work: Work; result: Result }

export type JobHandler<Data extends JobData, Work, Result> = {
  groupOf: (data: Data) => string
  /** The maximum number of pieces of work of a job. */
  sizeOf: (data: Data) => number
  /** Memory that its pieces take together while in flight; zero by default. */
  bytesOf?: (data: Data) => number
  /** Loads the jobs of one tenant, one entry for each. */
  prepare: (tenantId: string, jobs: readonly Job<Data>[]) => Promise<Prepared<Data, Work>[]>
  /** Never rejects; undefined when it was aborted and has to be repeated. */
  perform: (work: Work, signal: AbortSignal) => Promise<Result | undefined>
  healthOf: (result: Result) => ReceiverHealth
  /** Stores the results of one tenant and returns the follow-up jobs, one entry for each result. */
  record: (
    tenantId: string,
    done: readonly Done<Work, Result>[],
  ) => Promise<(NewJob<Data> | undefined)[]>
  /** A job for the remaining work of one. */
  remainder: (data: Data, works: readonly Work[]) => NewJob<Data>
}
