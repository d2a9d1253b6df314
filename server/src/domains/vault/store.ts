// SQL of the vault. Master keys belong to the installation and are written by the owner; data keys belong to tenants.
import type { Reader } from '#db/reader.ts'
import { raw, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import {
  codeOf,
  FOREIGN_KEY_VIOLATION,
  LOCK_NOT_AVAILABLE,
  UNDEFINED_TABLE,
  UNIQUE_VIOLATION,
} from '#lib/database-failure.ts'

export type MasterKeyRow = {
  id: string
  generation: number
  canary: Buffer
  created_at: Date
  lost_at: Date | null
}

/** Newest first. Before the migration that makes the table there are none. */
export async function listMasterKeys(owner: Reader): Promise<MasterKeyRow[]> {
  try {
    return await owner.rows<MasterKeyRow>(sql`
      select id, generation, canary, created_at, lost_at from master_keys order by generation desc`)
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return []
    throw error
  }
}

export type NewMasterKey = Pick<MasterKeyRow, 'id' | 'generation' | 'canary'>

/** Does nothing when another process inserted that generation. An earlier key may be used again. */
export async function insertMasterKey(owner: Reader, key: NewMasterKey): Promise<void> {
  await unlessTaken(
    owner.rows(sql`
      insert into master_keys (id, generation, canary)
      select ${key.id}, ${key.generation}, ${key.canary}
      where not exists (select from master_keys where generation >= ${key.generation})
      on conflict (id) do update
        set generation = excluded.generation, canary = excluded.canary, lost_at = null`),
  )
}

/** Abandons the missing keys and inserts a new one atomically; false when another process inserted that generation. */
export async function replaceLostKeys(
  owner: Reader,
  lost: readonly string[],
  key: NewMasterKey,
): Promise<boolean> {
  return unlessTaken(
    owner.rows(sql`
      with given_up as (update master_keys set lost_at = now() where id = any(${lost}::text[]))
      insert into master_keys (id, generation, canary) values (${key.id}, ${key.generation}, ${key.canary})
      on conflict (id) do update
        set generation = excluded.generation, canary = excluded.canary, lost_at = null`),
  )
}

async function unlessTaken(inserting: Promise<unknown>): Promise<boolean> {
  try {
    await inserting
    return true
  } catch (error) {
    if (codeOf(error) === UNIQUE_VIOLATION) return false
    throw error
  }
}

/** False while a data key is wrapped by one of them, also one that is just being written. */
export async function deleteMasterKeys(owner: Reader, ids: readonly string[]): Promise<boolean> {
  try {
    await owner.rows(sql`delete from master_keys where id = any(${ids}::text[])`)
    return true
  } catch (error) {
    if ([FOREIGN_KEY_VIOLATION, LOCK_NOT_AVAILABLE].includes(codeOf(error))) return false
    throw error
  }
}

export type KeyState = { id: string; is_lost: boolean }

/** The same list as a tenant's transaction sees it, without canaries. Newest first. */
export function listKeyStates(tx: Tx): Promise<KeyState[]> {
  return tx.rows<KeyState>(sql`
    select id, lost_at is not null as is_lost from master_keys order by generation desc`)
}

export type DataKeyRow = { id: string; master_key_id: string; wrapped: Buffer }

export function findCurrentDataKey(tx: Tx): Promise<DataKeyRow | undefined> {
  return tx.row<DataKeyRow>(sql`
    select id, master_key_id, wrapped from data_keys where ${tx.mine()} and is_current`)
}

export function findDataKey(tx: Tx, id: string): Promise<DataKeyRow | undefined> {
  return tx.row<DataKeyRow>(sql`
    select id, master_key_id, wrapped from data_keys where ${tx.mine()} and id = ${id}`)
}

export function listDataKeys(tx: Tx): Promise<DataKeyRow[]> {
  return tx.rows<DataKeyRow>(sql`
    select id, master_key_id, wrapped from data_keys where ${tx.mine()} order by id`)
}

/** Does nothing when another transaction has made the current data key first; waits for it to end. */
export async function insertDataKey(tx: Tx, key: DataKeyRow): Promise<void> {
  await tx.rows(sql`
    insert into data_keys (tenant_id, id, master_key_id, wrapped)
    values (${tx.tenantId}, ${key.id}, ${key.master_key_id}, ${key.wrapped})
    on conflict (tenant_id) where is_current do nothing`)
}

/** What it sealed can still be opened; nothing new is sealed under it. */
export async function retireDataKey(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`
    update data_keys set is_current = false where ${tx.mine()} and id = ${id} and is_current`)
}

/** False when another process has rewrapped it. */
export async function updateWrapping(tx: Tx, key: DataKeyRow, from: string): Promise<boolean> {
  const updated = await tx.row(sql`
    update data_keys set wrapped = ${key.wrapped}, master_key_id = ${key.master_key_id}
    where ${tx.mine()} and id = ${key.id} and master_key_id = ${from}
    returning 1`)
  return updated !== undefined
}

/** Quoted where they need it. */
export type SealedColumn = { table: string; column: string }

/** Wherever secrets are kept: the type of the column tells. */
export function listSealedColumns(owner: Pick<Reader, 'rows'>): Promise<SealedColumn[]> {
  return owner.rows<SealedColumn>(sql`
    select c.oid::regclass::text as table, quote_ident(a.attname) as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.atttypid = 'sealed_secret'::regtype and not a.attisdropped and c.relkind in ('r', 'p')
      and not c.relispartition
    order by 1, 2`)
}

/** How many of a tenant's secrets were sealed under these data keys. */
export async function countSealedUnder(
  tx: Tx,
  { table, column }: SealedColumn,
  dataKeyIds: readonly string[],
): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from ${raw(table)}
    where ${tx.mine()}
      and encode(substring(${raw(column)}::bytea from 2 for 16), 'hex')::uuid = any(${dataKeyIds}::uuid[])`)
  return row?.count ?? 0
}

/** How many secrets a tenant has there. */
export async function countSealed(tx: Tx, { table, column }: SealedColumn): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(${raw(column)})::int as count from ${raw(table)} where ${tx.mine()}`)
  return row?.count ?? 0
}
