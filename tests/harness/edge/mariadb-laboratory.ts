// The laboratory in MariaDB, with a server of its own.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import mysql from 'mysql2/promise'
import { findFreePort } from '../free-port.ts'
import { CLAIM_COUNT, type Laboratory } from './laboratory.ts'
import { startMariadb } from './mariadb.ts'

const SCHEMA = `
  create table claims (
    id integer primary key, version integer not null default 1, status varchar(50) not null default 'open',
    title varchar(500) not null, iban varchar(50), email varchar(200), note text, closed_at timestamp(6) null
  );
  insert into claims (id, title, iban, email)
    select seq, concat('Claim ', seq), concat('DE', lpad(seq * 7919, 20, '0')), concat('person', seq, '@example.org')
    from seq_1_to_${CLAIM_COUNT};
  create table task_edge_ledger (job varchar(64) primary key, changed integer not null, done_at datetime not null);
  create function bump() returns integer modifies sql data
    begin update claims set version = version + 1 where id = 1; return 1; end;
  create user writer@'%' identified by 'writer-pw';
  create user reader@'%' identified by 'reader-pw';
  grant select, insert, update, delete on claims to writer@'%';
  grant select, insert, update, delete on task_edge_ledger to writer@'%';
  grant select on claims to reader@'%';
`

const FACTS: Pick<Laboratory, 'sql' | 'expected'> = {
  sql: {
    allTypes: `select null as nothing, cast(7 as integer) as small, 9007199254740993 as big,
        cast(1.10 as decimal(5,2)) as exact, cast(0.5 as double) as \`float\`, 'Grüße' as words, x'00ff' as bytes,
        cast('2026-01-31' as date) as day, cast('2026-01-31 10:00:00.123456' as datetime(6)) as moment`,
    writeInRead: 'select bump()',
    endless:
      'select count(*) from claims a, claims b, claims c, claims d, claims e where a.id + b.id + c.id > d.id + e.id',
    huge: "select repeat('x', 12000000) as big",
  },
  expected: {
    columns: ['nothing', 'small', 'big', 'exact', 'float', 'words', 'bytes', 'day', 'moment'],
    row: [
      null,
      7,
      '9007199254740993',
      '1.10',
      0.5,
      'Grüße',
      'AP8=',
      '2026-01-31',
      '2026-01-31T10:00:00.123456',
    ],
  },
}

export async function startMariadbLaboratory(): Promise<Laboratory> {
  const server = await startMariadb()
  const admin = await mysql.createConnection({
    socketPath: server.socket,
    user: 'root',
    multipleStatements: true,
    rowsAsArray: true,
  })
  await admin.query('create database shop; use shop')
  const urlOf = (user: string, password: string) =>
    `mysql://${user}:${password}@127.0.0.1:${server.port}/shop`
  await admin.query(SCHEMA)
  await admin.query("grant execute on function shop.bump to writer@'%'").catch(() => {})
  const nowhere = new URL(urlOf('writer', 'writer-pw'))
  nowhere.port = String(await findFreePort())
  const rowsOf = async (text: string) => (await admin.query(text))[0] as unknown[][]
  return {
    engine: 'mysql',
    rowCount: CLAIM_COUNT,
    writerUrl: urlOf('writer', 'writer-pw'),
    readerUrl: urlOf('reader', 'reader-pw'),
    nowhereUrl: nowhere.href,
    strangerUrl: urlOf('stranger', 'x'),
    ...FACTS,
    checksum: () => checksumOf(rowsOf),
    query: rowsOf,
    async whileLocked(work) {
      await admin.query('start transaction')
      await admin.query('select 1 from claims where id = 5 for update')
      try {
        await work()
      } finally {
        await admin.query('rollback')
      }
    },
    async untilQuiet() {
      for (const deadline = Date.now() + 5_000; ; await sleep(20)) {
        const rows = await rowsOf(
          "select 1 from information_schema.processlist where user = 'writer' and command in ('Query', 'Execute')",
        )
        if (rows.length === 0) return
        if (Date.now() > deadline) throw new Error('a statement still runs')
      }
    },
    async endConnections() {
      for (const [id] of await rowsOf(
        "select id from information_schema.processlist where user = 'writer'",
      )) {
        await admin.query(`kill ${String(id)}`).catch(() => {})
      }
    },
    async stop() {
      await admin.end()
      await server.stop()
    },
  }
}

async function checksumOf(rowsOf: (text: string) => Promise<unknown[][]>): Promise<string> {
  const texts: string[] = []
  for (const [table] of await rowsOf(
    "select table_name from information_schema.tables where table_schema = 'shop' order by 1",
  )) {
    const rows = await rowsOf(`select * from ${String(table)} order by 1`)
    texts.push(String(table), ...rows.map((row) => JSON.stringify(row)))
  }
  return createHash('sha256').update(texts.join('\n')).digest('hex')
}
