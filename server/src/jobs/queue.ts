// The one module for the job queue: pg-boss on the same database. A job names a tenant and ids, never content.
import { PgBoss } from 'pg-boss'
import type { Execute, Feed, FeedTx } from '#db/feed/feed.ts'

export type JobData = { tenant_id: string } & Readonly<
  Record<string, string | number | readonly string[]>
>

export type Job<Data extends JobData> = { id: string; data: Data }

export type NewJob<Data extends JobData> = Job<Data> & {
  /** Jobs of one group can be left alone together. */
  group: string
  startAfter?: Date
}

export type Queue<Data extends JobData> = {
  /** A job whose id is there already is not added again. */
  add: (tx: FeedTx, jobs: readonly NewJob<Data>[]) => Promise<void>
  take: (options: TakeOptions) => Promise<Job<Data>[]>
  /** Ends jobs and adds what follows from them, both or neither. */
  ack: (done: readonly string[], next: readonly NewJob<Data>[]) => Promise<void>
  /** Puts jobs back that were taken and not begun. */
  release: (ids: readonly string[]) => Promise<void>
  /** A job that nobody speaks for during ten seconds goes back to the queue. */
  keepAlive: (ids: readonly string[]) => Promise<void>
  stop: () => Promise<void>
}

export type TakeOptions = { limit: number; exceptGroups: readonly string[] }

export type QueueOptions = {
  feed: Feed
  /** Made by a migration, with its rules for lost jobs. */
  name: string
  /** What the queue notices by itself, outside of any call. */
  onError: (error: Error) => void
}

/** Runs a statement of the library in a transaction of ours. */
const within = (execute: Execute) => ({ db: { executeSql: execute } })

/** How often jobs of lost workers are looked for. */
const SUPERVISE_SECONDS = 2

export async function openQueue<Data extends JobData>(options: QueueOptions): Promise<Queue<Data>> {
  const { feed, name } = options
  const boss = new PgBoss({
    db: { executeSql: feed.execute },
    schema: 'jobs',
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    // Both would need an owner's rights, and a queue that is emptied within the hour does not ask for them.
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', options.onError)
  await boss.start()
  const add: Queue<Data>['add'] = async (tx, jobs) => {
    if (jobs.length === 0) return
    const rows = jobs.map(({ group, ...job }) => ({ ...job, group: { id: group } }))
    await boss.insert(name, rows, { ...within(tx.execute), returnId: false })
  }
  return {
    add,
    take: ({ limit, exceptGroups }) =>
      boss.fetch<Data>(name, {
        batchSize: limit,
        ignoreGroups: exceptGroups.length > 0 ? [...exceptGroups] : null,
      }),
    ack: (done, next) =>
      feed.tx(async (tx) => {
        // Sent together: one round trip.
        await Promise.all([
          add(tx, next),
          done.length > 0 && boss.deleteJob(name, [...done], within(tx.execute)),
        ])
      }),
    release: async (ids) => {
      if (ids.length > 0) await boss.fail(name, [...ids])
    },
    keepAlive: async (ids) => {
      if (ids.length > 0) await boss.touch(name, [...ids])
    },
    stop: () => boss.stop({ graceful: false, close: false }),
  }
}
