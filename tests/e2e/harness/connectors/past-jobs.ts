// The last two hours of a connector, written where they would have been: no test waits that long.
import pg from 'pg'
import type { Stage } from '../stage.ts'

const SPANS = 24
const SPAN_MINUTES = 5
const MINUTE_MS = 60_000

export type Past = {
  /** About as many in each five minutes. */
  rows: number
  /** Nothing came after that. */
  endedMinutesAgo?: number
  /** Jobs that did not come to a good end, the last ones. */
  failed?: number
}

async function withDatabase(stage: Stage, run: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: stage.database.superuserUrl })
  await client.connect()
  try {
    await run(client)
  } finally {
    await client.end()
  }
}

export async function addHistory(stage: Stage, connector: string, past: Past): Promise<void> {
  const { rows, endedMinutesAgo = 0, failed = 0 } = past
  const spans = Array.from({ length: SPANS }, (_, index) => (index + 0.4) * SPAN_MINUTES)
    .filter((minutesAgo) => minutesAgo >= endedMinutesAgo)
    .map((minutesAgo, index) => ({
      at: new Date(Date.now() - minutesAgo * MINUTE_MS),
      // Rises and falls as a day does, and the same every time.
      rows: Math.round(rows * (1 + 0.3 * Math.sin(index / 2.6) + 0.18 * Math.cos(index * 1.7))),
      isGood: index >= failed,
    }))
  await withDatabase(stage, async (client) => {
    for (const span of spans) {
      await client.query(INSERT, [
        uuidAt(span.at),
        uuidOf(connector),
        span.isGood ? 'done' : 'failed',
        span.isGood ? span.rows : 0,
        span.at,
        span.isGood
          ? null
          : { code: 'timeout', message: 'It took longer than 15 seconds and was ended.' },
      ])
    }
  })
}

const INSERT = `
  insert into edge_jobs (tenant_id, id, connector_id, database, statement, params, state, attempts, problem,
    columns, row_count, byte_count, rows, duration_ms, created_by, created_at, expires_at, taken_at, ended_at)
  select tenant_id, $1, id, databases -> 0 ->> 'name', 'open_claims', '{}', $3, 1, $6,
    '["id"]', $4, 2, '[]', 40, created_by, $5, $5::timestamptz + interval '10 minutes', $5, $5
  from connectors where id = $2`

export const setLastSeen = (stage: Stage, connector: string, minutesAgo: number): Promise<void> =>
  withDatabase(stage, (client) =>
    client.query('update connectors set last_seen_at = $2 where id = $1', [
      uuidOf(connector),
      new Date(Date.now() - minutesAgo * MINUTE_MS),
    ]),
  )

/** Ordered by time, as those that the service makes. */
export function uuidAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  const random = crypto.randomUUID().replaceAll('-', '').slice(13)
  return `${time}7${random}`
}

/** The UUID inside an ID such as `con_0193…`. */
export const uuidOf = (id: string): string => id.slice(id.indexOf('_') + 1)
