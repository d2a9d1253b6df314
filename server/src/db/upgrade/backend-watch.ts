// Observes a migrating connection from a second one: which lock it waits for, who holds it, and how far an index is built.
import { Client } from 'pg'

/** A sentence without its subject, which is the migration. */
export type Seen = { text: string; isWaiting: boolean }

export type Watch = {
  /** The last lock it waited for or phase it was in; undefined if there was none. */
  last: () => Seen | undefined
  stop: () => Promise<void>
}

const POLL_MS = 150
const CONNECT_TIMEOUT_MS = 5_000
/** More would fill the terminal with the same cause. */
const SHOWN_HOLDERS = 3

type Row = {
  lock: string | null
  building: string | null
  percent: number | null
  holders: Holder[] | null
}

type Holder = { pid: number; name: string | null; seconds: number | null }

/** `xact_start` of other users is hidden from users without pg_read_all_stats; names of applications are not. */
const STATEMENT = `
  select
    (select case
        when l.relation is null then 'the end of transactions that started earlier'
        else upper(btrim(regexp_replace(replace(l.mode, 'Lock', ''), '([A-Z])', ' \\1', 'g'))) || ' on '
          || l.relation::regclass end
      from pg_locks l where l.pid = $1 and not l.granted limit 1) as lock,
    p.phase as building,
    round(100.0 * p.blocks_done / nullif(p.blocks_total, 0))::int as percent,
    (select json_agg(json_build_object('pid', b.pid, 'name', coalesce(nullif(a.application_name, ''), a.backend_type),
          'seconds', round(extract(epoch from clock_timestamp() - a.xact_start))) order by a.xact_start nulls last)
      from unnest(pg_blocking_pids($1)) as b(pid) left join pg_stat_activity a on a.pid = b.pid) as holders
  from (select) as one left join pg_stat_progress_create_index p on p.pid = $1`

/** Migrations work without it, so that a server without a free connection only shows less. */
export async function watchBackend(databaseUrl: string, pid: number): Promise<Watch | undefined> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'task-service migrate watch',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch {
    return undefined
  }
  let last: Seen | undefined
  const stopping = new AbortController()
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const { rows } = await client.query<Row>(STATEMENT, [pid])
      last = (rows[0] && describe(rows[0])) ?? last
      await new Promise((resume) => setTimeout(resume, POLL_MS))
    }
  })().catch(() => undefined)
  return {
    last: () => last,
    stop: async () => {
      stopping.abort()
      await watching
      await client.end()
    },
  }
}

function describe({ lock, building, percent, holders }: Row): Seen | undefined {
  if (lock !== null) {
    const names = (holders ?? []).slice(0, SHOWN_HOLDERS).map(describeHolder)
    const others = (holders ?? []).length - names.length
    const more = others > 0 ? ` and ${others} more` : ''
    const by = names.length > 0 ? `, held by ${names.join(', ')}${more}` : ''
    return { text: `waits for ${lock}${by}`, isWaiting: true }
  }
  if (building === null) return undefined
  const share = percent === null ? '' : `, ${percent} %`
  return { text: `is in the phase "${building}"${share}`, isWaiting: false }
}

/** A prepared transaction has no process. */
function describeHolder({ pid, name, seconds }: Holder): string {
  if (pid === 0) return 'a prepared transaction (see pg_prepared_xacts)'
  const age = seconds === null ? 'open for an unknown time' : `open for ${seconds} s`
  return `process ${pid} (application "${name ?? ''}", transaction ${age})`
}
