// Moves what the database and the workers timed with the real clock to the time of the week: runs, deliveries and sign-ins.
// Only rows of the demo, and only times that nothing else refers to.
import type { Context } from '#db/context.ts'
import { sql } from '#db/sql.ts'
import { decodeId } from '#lib/ids.ts'
import type { PastRun } from './past-week.ts'

export async function backdateRuns({ tx }: Context, runs: readonly PastRun[]): Promise<void> {
  const ids = runs.map(({ id }) => decodeId('run', id))
  const starts = runs.map(({ startedMs }) => new Date(startedMs).toISOString())
  const ends = runs.map(({ endedMs }) => new Date(endedMs).toISOString())
  await tx.rows(sql`
    update runs r set created_at = p.started_at, resumed_at = p.started_at, heartbeat_at = p.ended_at,
      ended_at = p.ended_at, waited_ms = 4000 + r.waited_ms % 90000,
      working_ms = (extract(epoch from p.ended_at - p.started_at) * 1000)::bigint
    from unnest(${ids}::uuid[], ${starts}::timestamptz[], ${ends}::timestamptz[]) as p (id, started_at, ended_at)
    where ${tx.mine('r')} and r.id = p.id`)
}

/** Hours since each of the colleagues was seen last. */
const SEEN_HOURS = [1, 3, 26]

export async function backdateSignIns({ tx }: Context, userIds: readonly string[]): Promise<void> {
  const ids = userIds.map((id) => decodeId('user', id))
  await tx.rows(sql`
    update users set last_sign_in_at = now() - p.hours * interval '1 hour'
    from unnest(${ids}::uuid[], ${SEEN_HOURS.slice(0, ids.length)}::int[]) as p (id, hours)
    where ${tx.mine()} and users.id = p.id`)
}
