// One running job: its pieces of work end one by one, and their follow-up jobs are collected.

import type { JobHandler, Prepared } from './job-handler.ts'
import type { Job, JobData, NewJob } from './queue.ts'

/** How a job ends: with follow-up jobs, or untouched, for another worker. */
export type End<Data extends JobData> = { next: readonly NewJob<Data>[] } | 'untouched'

export class Load<Data extends JobData, Work> {
  readonly job: Job<Data>
  readonly #handler: Pick<JobHandler<Data, Work, never>, 'sizeOf' | 'remainder'>
  readonly #next: NewJob<Data>[]
  readonly #returned: Work[] = []
  #left: number

  constructor(
    { job, works, next }: Prepared<Data, Work>,
    handler: Pick<JobHandler<Data, Work, never>, 'sizeOf' | 'remainder'>,
  ) {
    this.job = job
    this.#handler = handler
    this.#next = [...next]
    this.#left = works.length
  }

  get isOver(): boolean {
    return this.#left === 0
  }

  end(next: NewJob<Data> | undefined): void {
    this.#left -= 1
    if (next) this.#next.push(next)
  }

  /** A piece that another worker has to do, or to repeat. */
  release(work: Work): void {
    this.#left -= 1
    this.#returned.push(work)
  }

  summarize(): End<Data> {
    const { data } = this.job
    if (this.#returned.length === 0) return { next: this.#next }
    if (this.#returned.length === this.#handler.sizeOf(data)) return 'untouched'
    return { next: [...this.#next, this.#handler.remainder(data, this.#returned)] }
  }
}
