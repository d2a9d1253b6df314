// The one module for the job queue: pg-boss on the same database. A job contains a tenant and IDs, never content.
import { PgBoss } from 'pg-boss'
import type { Execute, Feed, FeedTx } from '#db/feed/feed.ts'
import { type Sql, sql } from '#db/sql.ts'
import { acceptNewerSchema } from './accept-newer-schema.ts'

export type JobData = { tenant_id: string } & Readonly<
  Record<string, string | number | readonly string[]>
>

export type Job<Data extends JobData> = { id: string; data: Data }

export type NewJob<Data extends JobData> = Job<Data> & {
  /** Jobs of one group can be excluded together. */
  group: string
  startAfter?: Date
}

export type Queue<Data extends JobData> = {
  /** A job whose ID exists already is not added again. */
  add: (tx: FeedTx, jobs: readonly NewJob<Data>[]) => Promise<void>
  take: (options: TakeOptions) => Promise<Job<Data>[]>
  /** Completes jobs and adds their follow-ups, atomically. */
  ack: (done: readonly string[], next: readonly NewJob<Data>[]) => Promise<void>
  /** Returns jobs that were taken but not started. */
  release: (ids: readonly string[]) => Promise<void>
  /** Seconds that the job that would be taken next has been due; 0 if none is. */
  readAge: (options: Pick<TakeOptions, 'exceptGroups'>) => Promise<number>
  /** A job that is not kept alive for ten seconds returns to the queue. */
  keepAlive: (ids: readonly string[]) => Promise<void>
  stop: () => Promise<void>
}

export type TakeOptions = { limit: number; exceptGroups: readonly string[] }

export type QueueOptions = {
  feed: Feed
  /** Created by a migration, with its rules for lost jobs. */
  name: string
  /** Errors of the queue's own supervision, outside of any call. */
  onError: (error: Error) => void
}

/** Runs a statement of the library in our transaction. */
const within = (execute: Execute) => ({ db: { executeSql: execute } })

/** In the order and with the index of the library's own search, so it reads a row or a few, however many jobs wait. */
function oldestDue(queue: string, exceptGroups: readonly string[]): Sql {
  return sql`
    select greatest(0, extract(epoch from clock_timestamp() - greatest(created_on, start_after)))::float8 as seconds
    from jobs.job
    where name = ${queue} and state < 'active' and not blocked and start_after <= jobs.job_now()
      and (group_id is null or group_id <> all(${exceptGroups}::text[]))
    order by priority desc, created_on limit 1`
}

/** How often the queue looks for jobs of lost workers. */
const SUPERVISE_SECONDS = 2

export async function openQueue<Data extends JobData>(options: QueueOptions): Promise<Queue<Data>> {
  const { feed, name } = options
  const boss = new PgBoss({
    db: { executeSql: acceptNewerSchema(feed.execute) },
    schema: 'jobs',
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    // Both would need the permissions of the owner, and a queue that is emptied within the hour does not need them.
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', options.onError)
  await boss.start()
  let wasEmpty = false
  const readAge = async (exceptGroups: readonly string[]): Promise<number | undefined> => {
    const [oldest] = await feed.look.rows<{ seconds: number }>(oldestDue(name, exceptGroups))
    return oldest?.seconds
  }
  const add: Queue<Data>['add'] = async (tx, jobs) => {
    if (jobs.length === 0) return
    const rows = jobs.map(({ group, ...job }) => ({ ...job, group: { id: group } }))
    await boss.insert(name, rows, { ...within(tx.execute), returnId: false })
  }
  return {
    add,
    take: async ({ limit, exceptGroups }) => {
      // The statement of the library is large, it is planned each time, and an idle worker polls several times a second.
      if (wasEmpty && (await readAge(exceptGroups)) === undefined) return []
      const taken = await boss.fetch<Data>(name, {
        batchSize: limit,
        ignoreGroups: exceptGroups.length > 0 ? [...exceptGroups] : null,
      })
      wasEmpty = taken.length === 0
      return taken
    },
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
    readAge: async ({ exceptGroups }) => (await readAge(exceptGroups)) ?? 0,
    keepAlive: async (ids) => {
      if (ids.length > 0) await boss.touch(name, [...ids])
    },
    stop: () => boss.stop({ graceful: false, close: false }),
  }
}
