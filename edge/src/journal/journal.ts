// The journal of the connector: received jobs, results that the service has not confirmed, and the values of tokens. SQLite
// in the state folder, readable only by its owner; every entry is synced to disk before it has an effect.
import { chmodSync, closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { EdgeJobOrder, EdgeResult } from '@task-service/contract'
import type { TokenKeeper } from '#edge/policy/treat-value.ts'

/** A result without its rows, which are stored separately as JSON text. */
export type ResultHead = Omit<EdgeResult, 'attempt' | 'rows' | 'chunk_count'>

/** `received`: not started. `begun`: a write was started. `ended`: the result waits for confirmation. `taken`: a confirmed write. */
export type JobState = 'received' | 'begun' | 'ended' | 'taken'

export type JournalJob = { order: EdgeJobOrder; state: JobState }
export type WaitingResult = { job: string; attempt: number; head: ResultHead; rows: Buffer }

export type Journal = TokenKeeper & {
  /** `new`: to be run. `known`: in progress. `ended`: its result is sent again. */
  receive(order: EdgeJobOrder): 'new' | 'known' | 'ended'
  begin(job: string): void
  end(job: string, head: ResultHead, rows: string): void
  /** The service confirmed the result. A write is retained for a while, without its rows. */
  taken(job: string, isWrite: boolean): void
  /** Jobs without a result, oldest first. */
  listOpen(): JournalJob[]
  /** The oldest unconfirmed results. */
  nextResults(most: number): WaitingResult[]
  counts(): { jobs: number; open: number; waiting: number; bytes: number; oldestMs: number }
  /** Runs `work` in one transaction. */
  together(work: () => void): void
  /** Deletes expired entries. */
  tidy(tokenDays: number): void
  close(): void
}

export class JournalBusy extends Error {
  override readonly name = 'JournalBusy'
}

const DAY_MS = 86_400_000
const WRITE_RETENTION_DAYS = 30

const SCHEMA = `
  create table if not exists jobs (
    job text primary key,
    attempt integer not null,
    "order" text not null,
    state text not null,
    received_at integer not null,
    ended_at integer,
    head text,
    rows blob,
    bytes integer not null default 0
  ) strict, without rowid;
  create index if not exists jobs_state on jobs (state, received_at);
  create table if not exists tokens (
    token text primary key,
    value text not null,
    seen_on integer not null
  ) strict, without rowid;
  create index if not exists tokens_seen on tokens (seen_on);
`

export function openJournal(folder: string, nowMs: () => number = Date.now): Journal {
  const file = join(folder, 'journal.sqlite')
  // Created before SQLite does, so that no other user can ever read it; the WAL files inherit its permissions.
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  const db = new DatabaseSync(file, { timeout: 2_000 })
  try {
    // One process only: two would run the same jobs.
    db.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full')
    db.exec(SCHEMA)
    db.exec('begin immediate; commit')
  } catch (error) {
    db.close()
    if (/locked|busy/i.test(String(error))) {
      throw new JournalBusy(
        `Another task-edge process uses the state folder ${folder}. Stop it, or set TASK_EDGE_STATE to another folder.`,
      )
    }
    throw error
  }
  return { ...jobsOf(db, nowMs), ...tokensOf(db, nowMs), close: () => db.close() }
}

type JobsPart = Omit<Journal, keyof TokenKeeper | 'close'>

const prepareJobs = (db: DatabaseSync) => ({
  find: db.prepare('select state from jobs where job = ?'),
  insert: db.prepare(
    `insert into jobs (job, attempt, "order", state, received_at) values (?, ?, ?, 'received', ?)`,
  ),
  again: db.prepare(
    `update jobs set attempt = max(attempt, ?), state = case state when 'taken' then 'ended' else state end where job = ?`,
  ),
  begin: db.prepare(`update jobs set state = 'begun' where job = ?`),
  end: db.prepare(
    `update jobs set state = 'ended', ended_at = ?, head = ?, rows = ?, bytes = ? where job = ?`,
  ),
  forget: db.prepare('delete from jobs where job = ?'),
  remember: db.prepare(
    `update jobs set state = 'taken', "order" = '{}', rows = x'5b5d', bytes = 0 where job = ?`,
  ),
  open: db.prepare(
    `select "order", state from jobs where state in ('received', 'begun') order by received_at, job`,
  ),
  next: db.prepare(
    `select job, attempt, head, rows from jobs where state = 'ended' order by received_at, job limit ?`,
  ),
  count: db.prepare(
    `select count(*) as jobs, count(*) filter (where state in ('received', 'begun')) as open,
       count(*) filter (where state = 'ended') as waiting, coalesce(sum(bytes), 0) as bytes,
       min(ended_at) filter (where state = 'ended') as oldest
     from jobs where state <> 'taken'`,
  ),
  tidy: db.prepare(`delete from jobs where state = 'taken' and received_at < ?`),
  tidyTokens: db.prepare('delete from tokens where seen_on < ?'),
})

type Counts = { jobs: number; open: number; waiting: number; bytes: number; oldest: number | null }

type EndedRow = { job: string; attempt: number; head: string; rows: Uint8Array }

function jobsOf(db: DatabaseSync, nowMs: () => number): JobsPart {
  const on = prepareJobs(db)
  return {
    receive(order) {
      const known = on.find.get(order.job) as { state: JobState } | undefined
      if (known === undefined) {
        on.insert.run(order.job, order.attempt, JSON.stringify(order), nowMs())
        return 'new'
      }
      on.again.run(order.attempt, order.job)
      return known.state === 'ended' || known.state === 'taken' ? 'ended' : 'known'
    },
    begin: (job) => void on.begin.run(job),
    end(job, head, rows) {
      const bytes = Buffer.from(rows)
      on.end.run(nowMs(), JSON.stringify(head), bytes, bytes.length, job)
    },
    taken: (job, isWrite) => void (isWrite ? on.remember : on.forget).run(job),
    listOpen: () =>
      (on.open.all() as { order: string; state: JobState }[]).map(({ order, state }) => ({
        order: JSON.parse(order) as EdgeJobOrder, // written by `receive`
        state,
      })),
    nextResults: (most) =>
      (on.next.all(most) as EndedRow[]).map(({ job, attempt, head, rows }) => ({
        job,
        attempt,
        head: JSON.parse(head) as ResultHead, // written by `end`
        rows: Buffer.from(rows),
      })),
    together(work) {
      db.exec('begin immediate')
      try {
        work()
        db.exec('commit')
      } catch (error) {
        db.exec('rollback')
        throw error
      }
    },
    counts() {
      const { oldest, ...rest } = on.count.get() as Counts
      return { ...rest, oldestMs: oldest === null ? 0 : Math.max(0, nowMs() - oldest) }
    },
    tidy(tokenDays) {
      on.tidy.run(nowMs() - WRITE_RETENTION_DAYS * DAY_MS)
      on.tidyTokens.run(Math.floor(nowMs() / DAY_MS) - tokenDays)
    },
  }
}

function tokensOf(db: DatabaseSync, nowMs: () => number): TokenKeeper {
  const keep = db.prepare(
    `insert into tokens (token, value, seen_on) values (?, ?, ?)
     on conflict (token) do update set seen_on = excluded.seen_on where seen_on <> excluded.seen_on`,
  )
  const find = db.prepare('select value from tokens where token = ?')
  return {
    // In days, so that a row that is read every minute is not written every minute.
    keep: (token, value) => void keep.run(token, value, Math.floor(nowMs() / DAY_MS)),
    find: (token) => (find.get(token) as { value: string } | undefined)?.value,
  }
}
