// A customer's database with claims in it, in its own network, and an administrator of it who sees everything.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import type { Networks } from './networks.ts'
import type { SiteDatabase } from './site-database.ts'

export type Engine = 'postgres' | 'mysql'
export const ENGINES: readonly Engine[] = ['postgres', 'mysql']

/** Looked for on the wire: it must not be there. */
export const PASSWORD = 'correct-horse-9f2c'

export type Claim = {
  id: number
  version: number
  status: string
  note: string | null
  iban: string
}

export type Site = {
  engine: Engine
  host: string
  port: number
  /** As the owner of everything there, past the network. */
  query: <T = Record<string, unknown>>(sql: string) => Promise<T[]>
  /** Claims from `first` on, each with an account number that is to stay here. */
  seed: (first: number, count: number) => Promise<void>
  claims: () => Promise<Claim[]>
  /** How often each claim was changed by the statement of the connector, as a trigger saw it. */
  closings: () => Promise<Map<number, number>>
  stop: () => Promise<void>
}

export const ibanOf = (id: number): string => `DE89${String(370_400_440_000_000 + id * 7919)}`
export const nameOf = (id: number): string => `Margarethe Kleinschmidt-${id * 31 + 7}`

export async function startSite(networks: Networks, engine: Engine): Promise<Site> {
  const program = join(import.meta.dirname, 'site-database.ts')
  const words = [...networks.inside('database'), process.execPath, program, engine]
  const [first = '', ...rest] = words
  const child = spawn(first, rest, {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const database = await firstLine(child)
  const hands = await (engine === 'postgres' ? openPostgres(database) : openMysql(database))
  for (const statement of schemas[engine]) await hands.query(statement)
  return {
    engine,
    host: networks.addresses.database,
    port: database.port,
    query: hands.query,
    async seed(from, count) {
      for (let at = from; at < from + count; at += 500) {
        const ids = Array.from({ length: Math.min(500, from + count - at) }, (_, n) => at + n)
        await hands.query(
          `insert into claims (id, version, title, name, iban, amount, status) values ${ids
            .map(
              (id) =>
                `(${id}, 1, 'Claim ${id}', '${nameOf(id)}', '${ibanOf(id)}', ${id}.25, 'open')`,
            )
            .join(', ')}`,
        )
      }
    },
    claims: () =>
      hands.query<Claim>('select id, version, status, note, iban from claims order by id'),
    async closings() {
      const rows = await hands.query<{ claim: number; times: string }>(
        `select claim, cast(count(*) as decimal) as times from claim_log where what <> 'open' group by claim`,
      )
      return new Map(rows.map(({ claim, times }) => [claim, Number(times)]))
    },
    async stop() {
      await hands.close()
      const ended = once(child, 'exit')
      child.stdin?.end()
      await ended
    },
  }
}

async function firstLine(child: ChildProcess): Promise<SiteDatabase> {
  if (!child.stdout) throw new Error('it has no output')
  const lines = createInterface({ input: child.stdout })
  const ended = once(child, 'exit').then(() => {
    throw new Error('the database of the site did not start')
  })
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string]
  ended.catch(() => undefined)
  return JSON.parse(line) as SiteDatabase // printed by site-database.ts
}

type Hands = { query: Site['query']; close: () => Promise<void> }

async function openPostgres({ port, socket: host }: SiteDatabase): Promise<Hands> {
  const make = new Client({ host, port, user: 'postgres', database: 'postgres' })
  await make.connect()
  await make.query('create database warehouse')
  await make.end()
  const client = new Client({ host, port, user: 'postgres', database: 'warehouse' })
  await client.connect()
  return {
    query: async <T>(sql: string) => (await client.query(sql)).rows as T[], // of the caller's statement
    close: () => client.end(),
  }
}

async function openMysql({ socket: socketPath }: SiteDatabase): Promise<Hands> {
  const connection = await createConnection({ socketPath, user: 'root' })
  await connection.query('create database warehouse')
  await connection.query('use warehouse')
  return {
    query: async <T>(sql: string) => (await connection.query(sql))[0] as T[], // of the caller's statement
    close: () => connection.end(),
  }
}

const tables = [
  `create table claims (
     id integer primary key, version integer not null, title varchar(200) not null, name varchar(200) not null,
     iban varchar(40) not null, amount decimal(12, 2) not null, status varchar(20) not null, note varchar(2000))`,
  'create table task_edge_ledger (job varchar(64) primary key, changed integer not null, done_at timestamp)',
  'create unique index claims_iban on claims (iban)',
  'create table counters (id integer primary key, n integer not null)',
]

/** The role has what print-role gives it: reading, and changing the columns of its statements. */
const schemas: Record<Engine, string[]> = {
  postgres: [
    ...tables,
    'create table claim_log (id serial primary key, claim integer not null, what varchar(20) not null)',
    `create function note_change() returns trigger language plpgsql security definer as
     'begin insert into claim_log (claim, what) values (new.id, new.status); return new; end'`,
    'create trigger note_change after update on claims for each row execute function note_change()',
    `create role edge login password '${PASSWORD}'`,
    'grant select on claims, counters, task_edge_ledger to edge',
    'grant update (status, note, version, iban) on claims to edge',
    'grant update (n) on counters to edge',
    'grant insert, delete on task_edge_ledger to edge',
  ],
  mysql: [
    ...tables,
    'create table claim_log (id integer auto_increment primary key, claim integer not null, what varchar(20) not null)',
    `create trigger note_change after update on claims for each row
     insert into claim_log (claim, what) values (new.id, new.status)`,
    `create user edge@'%' identified by '${PASSWORD}'`,
    "grant select on warehouse.claims to edge@'%'",
    "grant select on warehouse.counters to edge@'%'",
    "grant select, insert, delete on warehouse.task_edge_ledger to edge@'%'",
    "grant update (status, note, version, iban) on warehouse.claims to edge@'%'",
    "grant update (n) on warehouse.counters to edge@'%'",
  ],
}
