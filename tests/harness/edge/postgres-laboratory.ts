// The laboratory in PostgreSQL.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startCluster } from '../cluster.ts'
import { emptyDatabase } from '../database.ts'
import { findFreePort } from '../free-port.ts'
import { CLAIM_COUNT, type Laboratory } from './laboratory.ts'

const SCHEMA = `
  create table claims (
    id integer primary key, version integer not null default 1, status text not null default 'open',
    title text not null, iban text, email text, note text, closed_at timestamptz
  );
  insert into claims (id, title, iban, email)
    select g, 'Claim ' || g, 'DE' || lpad((g * 7919)::text, 20, '0'), 'person' || g || '@example.org'
    from generate_series(1, ${CLAIM_COUNT}) g;
  create table task_edge_ledger (job text primary key, changed integer not null, done_at timestamptz not null);
  create function bump() returns integer language sql as
    $$ update claims set version = version + 1 where id = 1; select 1 $$;
`

const FACTS: Pick<Laboratory, 'sql' | 'expected'> = {
  sql: {
    allTypes: `select null::text as nothing, true as flag, 7 as small, 9007199254740993::bigint as big,
        1.10::numeric as exact, 0.5::float8 as float, 'Grüße'::text as words, '\\x00ff'::bytea as bytes,
        '2026-01-31'::date as day, '2026-01-31 12:00:00.123456+02'::timestamptz as moment`,
    writeInRead: 'select bump()',
    endless: 'with recursive r(n) as (select 1 union all select n + 1 from r) select max(n) from r',
    huge: "select repeat('x', 20000000) as big",
  },
  expected: {
    columns: [
      'nothing',
      'flag',
      'small',
      'big',
      'exact',
      'float',
      'words',
      'bytes',
      'day',
      'moment',
    ],
    row: [
      null,
      true,
      7,
      '9007199254740993',
      '1.10',
      0.5,
      'Grüße',
      'AP8=',
      '2026-01-31',
      '2026-01-31T10:00:00.123456Z',
    ],
  },
}

/** On the server of the test run, or on one of its own when another version is wanted. */
export async function startPostgresLaboratory(version?: number): Promise<Laboratory> {
  const cluster =
    version === undefined
      ? undefined
      : await startCluster({ version, fsync: false, inMemory: true })
  const database = await emptyDatabase(cluster && { cluster })
  const { name, rolePrefix, superuserUrl: adminUrl } = database
  const [writer, reader] = [`${rolePrefix}_writer`, `${rolePrefix}_reader`]
  const admin = await connect(adminUrl)
  await admin.query(`create role ${writer} login password 'writer-pw'`)
  await admin.query(`create role ${reader} login password 'reader-pw'`)
  await admin.query(SCHEMA)
  await admin.query(`
    grant select, insert, update, delete on claims, task_edge_ledger to ${writer};
    grant select on claims to ${reader}`)
  const nowhere = new URL(urlOf(adminUrl, name))
  nowhere.port = String(await findFreePort())
  return {
    engine: 'postgres',
    rowCount: CLAIM_COUNT,
    writerUrl: urlOf(adminUrl, name, writer, 'writer-pw'),
    readerUrl: urlOf(adminUrl, name, reader, 'reader-pw'),
    nowhereUrl: nowhere.href,
    strangerUrl: urlOf(adminUrl, name, `${rolePrefix}_stranger`, 'x'),
    ...FACTS,
    checksum: () => checksumOf(admin),
    query: async (text) => (await admin.query<unknown[]>({ text, rowMode: 'array' })).rows,
    async whileLocked(work) {
      await admin.query('begin; select 1 from claims where id = 5 for update')
      try {
        await work()
      } finally {
        await admin.query('rollback')
      }
    },
    async untilQuiet() {
      for (const deadline = Date.now() + 5_000; ; await sleep(20)) {
        const { rows } = await admin.query(
          `select 1 from pg_stat_activity where datname = $1 and usename = $2 and state = 'active'`,
          [name, writer],
        )
        if (rows.length === 0) return
        if (Date.now() > deadline) throw new Error('a statement still runs')
      }
    },
    async endConnections() {
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = $1`,
        [writer],
      )
    },
    async stop() {
      await admin.end()
      await database.drop()
      await cluster?.stop()
    },
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

function urlOf(adminUrl: string, database: string, user?: string, password?: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  if (user !== undefined) url.username = user
  if (password !== undefined) url.password = password
  return url.href
}

async function checksumOf(admin: Client): Promise<string> {
  const texts: string[] = []
  const tables = await admin.query<{ t: string }>(
    `select oid::regclass::text as t from pg_class where relkind in ('r', 'S') and relnamespace = 'public'::regnamespace order by 1`,
  )
  for (const { t } of tables.rows) {
    const { rows } = await admin.query<{ r: string }>(`select x::text as r from ${t} x order by 1`)
    texts.push(t, ...rows.map(({ r }) => r))
  }
  return createHash('sha256').update(texts.join('\n')).digest('hex')
}
