// The connections of a move to one cell. They see the rows of every tenant, so a command opens them and nothing that serves requests.
import { Client } from 'pg'
import { SchemaRefused } from '#db/upgrade/schema-refused.ts'

export type CellClient = Client

export type CellConnection = {
  client: Client
  /** Such as 15. */
  majorVersion: number
}

const CONNECT_TIMEOUT_MS = 10_000
/** Such as a copy that waits for the other cell. */
const NO_LIMITS = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set idle_session_timeout = 0;
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set bytea_output = 'hex';
  set extra_float_digits = 1; set jit = off`

export async function openCell(databaseUrl: string): Promise<CellConnection> {
  const client = await connect(databaseUrl)
  await client.query(NO_LIMITS)
  // A role that row-level security binds would read nothing and get no error.
  await client.query('set row_security = off')
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  )
  return { client, majorVersion: rows[0]?.version ?? 0 }
}

/** For the commands of the replication protocol. */
export function openReplication(databaseUrl: string): Promise<Client> {
  return connect(databaseUrl, { replication: 'database' })
}

async function connect(databaseUrl: string, more: object = {}): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'task-service move',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    ...more,
  })
  // A connection that breaks fails the next statement; unhandled, the event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** What a move needs of the servers and of its roles there; a list of what is missing. */
export async function checkCells(source: Client, target: Client): Promise<string[]> {
  const [from, to] = await Promise.all([readFacts(source), readFacts(target)])
  const missing: string[] = []
  const need = (isThere: boolean, text: string) => void (isThere || missing.push(text))
  need(from.is_super, 'The role of SERVICE_ACP_MOVE_SOURCE_URL must be a superuser.')
  need(to.is_super, 'The role of SERVICE_ACP_MOVE_TARGET_URL must be a superuser.')
  need(from.wal_level === 'logical', 'The source needs wal_level = logical, and a restart.')
  need(
    from.free_slots > 0,
    'The source has no free replication slot. Increase max_replication_slots.',
  )
  need(
    to.free_origins > 0,
    'The target has no free replication origin. Increase max_replication_slots there (from PostgreSQL 18: max_active_replication_origins).',
  )
  need(
    from.level === to.level,
    `Both cells must have the same schema level. The source has ${from.level} and the target ${to.level}: upgrade the older one.`,
  )
  need(
    from.identity === to.identity,
    'Both cells must have the same identity. Create cells with: task-service migrate --join',
  )
  need(from.database !== to.database, 'Both URLs lead to the same database.')
  return missing
}

type Facts = {
  is_super: boolean
  wal_level: string
  free_slots: number
  free_origins: number
  level: number
  identity: string
  database: string
}

async function readFacts(client: Client): Promise<Facts> {
  const { rows: levels } = await client.query<{ table: string | null }>(
    `select to_regclass('public.schema_migrations')::text as table`,
  )
  if (!levels[0]?.table) {
    throw new SchemaRefused(
      'A database of the move has no Task Service schema. Check SERVICE_ACP_MOVE_SOURCE_URL and SERVICE_ACP_MOVE_TARGET_URL.',
    )
  }
  const { rows } = await client.query<Facts>(`
    select r.rolsuper as is_super, current_setting('wal_level') as wal_level,
      current_setting('max_replication_slots')::int - (select count(*)::int from pg_replication_slots) as free_slots,
      coalesce(current_setting('max_active_replication_origins', true), current_setting('max_replication_slots'))::int
        - (select count(*)::int from pg_replication_origin_status) as free_origins,
      (select count(*)::int from schema_migrations) as level,
      (select id || ' ' || encode(sha256(pepper), 'hex') from instance) as identity,
      (select system_identifier::text from pg_control_system()) || ' ' || current_database() as database
    from pg_roles r where r.rolname = current_user`)
  const [facts] = rows
  if (!facts) throw new Error('the role of the connection does not exist')
  return facts
}
