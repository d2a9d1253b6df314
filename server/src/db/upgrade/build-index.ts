// Builds or drops an index while requests write to its table, and continues where a crash has left it.
import type { Client } from 'pg'
import type { Migration } from '../schema-version.ts'
import { type Attempts, giveWay, inTransaction } from './attempts.ts'
import { createText, type IndexStatement, readIndexStatement } from './index-statement.ts'
import { SchemaRefused } from './schema-refused.ts'

type Create = IndexStatement & { kind: 'create' }
type Found = { table: string; valid: boolean }

export async function buildIndex(attempts: Attempts, { name, text }: Migration): Promise<void> {
  const statement = readIndexStatement(text)
  if (statement === undefined) {
    throw new SchemaRefused(
      `Migration ${name} runs outside a transaction, so it must be one CREATE INDEX CONCURRENTLY or DROP INDEX CONCURRENTLY.`,
    )
  }
  const { client } = attempts
  // Waiting for earlier transactions makes no request wait, so this needs no short attempts.
  await client.query(`set lock_timeout = ${Math.ceil(attempts.lockWaitMs)}`)
  try {
    await giveWay(attempts, name, () => runStatement(attempts, name, statement), { isLong: true })
  } finally {
    await client.query('reset lock_timeout').catch(() => undefined)
  }
}

async function runStatement(
  attempts: Attempts,
  name: string,
  statement: IndexStatement,
): Promise<void> {
  const { client } = attempts
  if (statement.kind === 'drop') {
    if (await findIndex(client, statement.index)) await dropIndex(client, statement.index)
  } else if (await isPartitioned(client, statement.table)) {
    await createOnPartitions(attempts, name, statement)
  } else {
    await createIndex(attempts, name, statement)
  }
}

/**
 * An interrupted build leaves an invalid index, which costs every write and serves no query. A valid one was built by a
 * migrator that ended before it recorded the migration, or by the operator before the upgrade.
 */
async function createIndex({ client, log }: Attempts, name: string, create: Create): Promise<void> {
  const found = await findIndex(client, create.index)
  if (found && found.table !== create.table) {
    throw new SchemaRefused(
      `Migration ${name} creates the index ${create.index} on ${create.table}, but an index of that name exists on ${found.table}. Rename or drop it, then run: task-service migrate`,
    )
  }
  if (found?.valid) return
  if (found) {
    log(`${name}: an interrupted build left the index ${create.index}; building it again`)
    await dropIndex(client, create.index)
  }
  await client.query(createText(create, 'concurrently'))
}

/**
 * PostgreSQL builds no partitioned index concurrently. It becomes valid when the index of the last partition is attached;
 * partitions that are added in the meantime bring theirs.
 */
async function createOnPartitions(attempts: Attempts, name: string, create: Create): Promise<void> {
  const { client } = attempts
  if (!(await findIndex(client, create.index))) {
    await inTransaction(client, () => client.query(createText(create, 'only')))
  }
  for (;;) {
    const [partition] = await listPartitionsWithout(client, create)
    if (partition === undefined) return
    const index = nameOfPart(create.index, partition)
    await createIndex(attempts, name, { ...create, index, table: partition })
    await inTransaction(client, () =>
      client.query(`alter index ${create.index} attach partition ${index}`),
    )
  }
}

const LONGEST_NAME = 63

function nameOfPart(index: string, partition: string): string {
  const base = partition.slice(partition.lastIndexOf('.') + 1)
  const room = LONGEST_NAME - base.length - 1
  return `${index.slice(0, Math.max(1, room))}_${base}`
}

async function listPartitionsWithout(client: Client, { index, table }: Create): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select p.inhrelid::regclass::text as name from pg_inherits p
     where p.inhparent = to_regclass($1) and not exists (
       select from pg_inherits part join pg_index i on i.indexrelid = part.inhrelid
       where part.inhparent = to_regclass($2) and i.indrelid = p.inhrelid)
     order by p.inhrelid limit 1`,
    [table, index],
  )
  return rows.map((row) => row.name)
}

async function isPartitioned(client: Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class where oid = to_regclass($1) and relkind = 'p'`,
    [table],
  )
  return rowCount === 1
}

async function findIndex(client: Client, index: string): Promise<Found | undefined> {
  const { rows } = await client.query<Found>(
    `select indrelid::regclass::text as table, indisvalid and indisready as valid
     from pg_index where indexrelid = to_regclass($1)`,
    [index],
  )
  return rows[0]
}

async function dropIndex(client: Client, index: string): Promise<void> {
  await client.query(`drop index concurrently ${index}`)
}
