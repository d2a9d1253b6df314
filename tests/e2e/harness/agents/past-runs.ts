// A day of runs in a queue, written where they would have been: no test waits that long.
import pg from 'pg'
import { uuidAt } from '../connectors/past-jobs.ts'
import type { Stage } from '../stage.ts'

const HOURS = 24
const HOUR_MS = 3_600_000

/** Of an agent that no longer exists: its history is kept. About `perHour` in each of the last 24 full hours. */
export async function addPastRuns(
  { database, tenant }: Pick<Stage, 'database' | 'tenant'>,
  queue: string,
  perHour: number,
): Promise<void> {
  const end = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const starts = Array.from({ length: HOURS }, (_, hour) => {
    // Rises and falls as a day does, and the same every time.
    const count = Math.round(perHour * (1 + 0.7 * Math.sin(hour / 3.8)))
    return Array.from({ length: count }, (_one, run) => end - (hour + 1) * HOUR_MS + run * 60_000)
  }).flat()
  const client = new pg.Client({ connectionString: database.superuserUrl })
  await client.connect()
  try {
    for (const [index, startMs] of starts.entries()) {
      const at = new Date(startMs)
      const state = index % 17 === 5 ? 'expired' : 'completed'
      await client.query(INSERT, [uuidAt(at), queue, state, at, (index % 9) * 40_000, tenant])
    }
  } finally {
    await client.end()
  }
}

const INSERT = `
  insert into runs (tenant_id, id, task_id, agent, queue, attempt, waited_ms, state, token_digest, lease_seconds,
    created_at, resumed_at, heartbeat_at, ended_at)
  select tenant_id, $1, gen_random_uuid(), 'former-agent', $2, 1, $5, $3, decode(md5(gen_random_uuid()::text), 'hex'), 300,
    $4, $4, $4, $4::timestamptz + interval '9 minutes'
  from tenants where $6 in (slug, name)`
