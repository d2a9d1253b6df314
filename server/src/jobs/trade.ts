// What the jobs of a queue mean, as its domain tells it.
import type { Mood } from './lanes.ts'
import type { Job, JobData, NewJob } from './queue.ts'

/** What is to be done about a job: work, or nothing any more, but perhaps another job. */
export type Prepared<Data extends JobData, Work> =
  | { job: Job<Data>; work: Work }
  | { job: Job<Data>; next: NewJob<Data> | undefined }

export type Done<Data extends JobData, Work, Result> = {
  job: Job<Data>
  work: Work
  result: Result
}

export type Trade<Data extends JobData, Work, Result> = {
  groupOf: (data: Data) => string
  /** Reads what the jobs of one tenant need. */
  prepare: (tenantId: string, jobs: readonly Job<Data>[]) => Promise<Prepared<Data, Work>[]>
  /** Never rejects; undefined when it was given up and is to be done again. */
  perform: (work: Work, signal: AbortSignal) => Promise<Result | undefined>
  moodOf: (result: Result) => Mood
  /** Stores the results of one tenant and says which jobs follow, one entry for each result. */
  record: (
    tenantId: string,
    done: readonly Done<Data, Work, Result>[],
  ) => Promise<(NewJob<Data> | undefined)[]>
}
