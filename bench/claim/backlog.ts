// Tasks that wait to be claimed: as many for each round as it could use, put back by SQL between rounds.
import type { Client } from 'pg'
import { roleNames } from '../../server/src/db/roles.ts'

export type Backlog = {
  /** So many tasks wait, and no task was claimed. */
  refill: (tasks: number) => Promise<void>
  refillNarrow: (rows: number) => Promise<void>
  /** Throws when the queue ran empty, or when claims were acknowledged that are not stored. */
  check: (acknowledged: number) => Promise<void>
}

/** Microseconds between the turns of two rounds: a process that remembers how far it got must not miss the new tasks. */
const ROUND = 1_000_000_000_000

/** Copies the one task there is, so that there are `tasks` of them. */
export async function openBacklog(admin: Client, tasks: number): Promise<Backlog> {
  await admin.query(
    `insert into tasks (tenant_id, id, number, status, priority, queue, updated_at, turn, ready_at, search, doc)
     select t.tenant_id, n.id, t.number + n.number, t.status, t.priority, t.queue, t.updated_at, t.turn + n.number, t.ready_at,
       t.search, replace(t.doc::text, replace(t.id::text, '-', ''), replace(n.id::text, '-', ''))::json
     from tasks t,
       (select number, ('01930000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid as id
        from generate_series(1, $1::integer) as number) n`,
    [tasks],
  )
  await admin.query(
    'create table narrow (id bigint primary key, turn bigint not null, state smallint not null)',
  )
  await admin.query('create index narrow_turn on narrow (turn) where state = 0')
  await admin.query(`grant select, update on narrow to ${roleNames('task_service').app}`)
  await admin.query('vacuum analyze tasks')
  let round = 0
  return {
    async refill(count) {
      if (count > tasks) throw new Error(`there are only ${tasks} tasks`)
      await admin.query('truncate runs')
      await admin.query('truncate queue_entries')
      await admin.query(
        `insert into queue_entries (tenant_id, queue, delegate, turn, task_id, queued_at)
         select tenant_id, queue, '', turn + $1::bigint, id, now() from tasks order by number limit $2`,
        [++round * ROUND, count],
      )
      await admin.query('vacuum analyze queue_entries')
    },
    async refillNarrow(count) {
      await admin.query('truncate narrow')
      await admin.query(
        'insert into narrow select n, n, 0 from generate_series(1, $1::bigint) as n',
        [count],
      )
      await admin.query('vacuum analyze narrow')
    },
    async check(acknowledged) {
      const { rows } = await admin.query<{ waiting: boolean; runs: number }>(
        'select exists (select from queue_entries) as waiting, (select count(*) from runs)::int as runs',
      )
      const { waiting = false, runs = 0 } = rows[0] ?? {}
      if (!waiting) throw new Error('the queue ran empty')
      if (runs < acknowledged) throw new Error(`${acknowledged} claims, but ${runs} runs`)
    },
  }
}
