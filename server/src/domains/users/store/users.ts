// SQL of users.
import { empty, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type UserRow = {
  id: string
  username: string
  name: string
  password_hash: string | null
  password_version: number
  must_change_password: boolean
  disabled_at: Date | null
  last_sign_in_at: Date | null
  version: number
  created_by: string
  created_at: Date
  updated_at: Date
}

export type ShownUserRow = UserRow & { reset_link_expires_at: Date | null }

const columns = sql`id, username, name, password_hash, password_version, must_change_password, disabled_at,
  last_sign_in_at, version, created_by, created_at, updated_at`

const shown = (tx: Tx) => sql`${columns},
  (select r.expires_at from password_resets r
   where r.tenant_id = ${tx.tenantId} and r.user_id = users.id and r.expires_at > now()) as reset_link_expires_at`

export function findUser(
  tx: Tx,
  id: string,
  options: { lock?: boolean } = {},
): Promise<ShownUserRow | undefined> {
  return tx.row<ShownUserRow>(sql`
    select ${shown(tx)} from users
    where ${tx.mine()} and id = ${id}
    ${options.lock ? sql`for update` : empty}`)
}

export function findUserByName(tx: Tx, username: string): Promise<ShownUserRow | undefined> {
  return tx.row<ShownUserRow>(sql`
    select ${shown(tx)} from users where ${tx.mine()} and username = ${username}`)
}

export function listUsers(
  tx: Tx,
  after: string | undefined,
  limit: number,
): Promise<ShownUserRow[]> {
  return tx.rows<ShownUserRow>(sql`
    select ${shown(tx)} from users
    where ${tx.mine()} ${after ? sql`and id > ${after}` : empty}
    order by id
    limit ${limit}`)
}

export type AccountRow = {
  /** How many changes of access there had been, in the very snapshot the rest was read in. */
  access: number
  id: string | null
  password_hash: string | null
  password_version: number
  must_change_password: boolean | null
  disabled_at: Date | null
}

/** A row in any case; its `id` is null when there is no such user. */
export async function readAccount(tx: Tx, username: string): Promise<AccountRow> {
  const row = await tx.row<AccountRow>(sql`
    select i.access_changes as access, u.id, u.password_hash, u.password_version,
      u.must_change_password, u.disabled_at
    from instance i
    left join (select * from users where ${tx.mine()} and username = ${username}) u on true`)
  if (!row) throw new Error('the instance row is missing')
  return row
}

export async function insertUser(tx: Tx, row: UserRow): Promise<void> {
  await tx.rows(sql`
    insert into users (tenant_id, ${columns})
    values (${tx.tenantId}, ${row.id}, ${row.username}, ${row.name}, ${row.password_hash},
      ${row.password_version}, ${row.must_change_password}, ${row.disabled_at}, ${row.last_sign_in_at},
      ${row.version}, ${row.created_by}, ${row.created_at}, ${row.updated_at})`)
}

export async function updateUser(tx: Tx, row: UserRow): Promise<void> {
  await tx.rows(sql`
    update users set username = ${row.username}, name = ${row.name}, password_hash = ${row.password_hash},
      password_version = ${row.password_version}, must_change_password = ${row.must_change_password},
      disabled_at = ${row.disabled_at}, version = ${row.version}, updated_at = ${row.updated_at}
    where ${tx.mine()} and id = ${row.id}`)
}

/** Of the latest sign-ins; more than a person uses, and few enough to be read at once. */
const MAX_NETWORKS = 16

/**
 * Written at most once in five minutes per network, and without invalidating cached users. The networks are the latest,
 * newest first.
 */
export async function updateLastSignIn(tx: Tx, id: string, network: string): Promise<void> {
  await tx.rows(sql`
    update users set last_sign_in_at = now(),
      sign_in_networks = (array_prepend(${network}::text, array_remove(sign_in_networks, ${network}::text)))[1:${MAX_NETWORKS}::int]
    where ${tx.mine()} and id = ${id}
      and (last_sign_in_at is null or last_sign_in_at < now() - interval '5 minutes'
        or sign_in_networks[1] is distinct from ${network}::text)`)
}

/** None where there is no such user. */
export async function listSignInNetworks(tx: Tx, username: string): Promise<string[]> {
  const row = await tx.row<{ networks: string[] }>(sql`
    select sign_in_networks as networks from users where ${tx.mine()} and username = ${username}`)
  return row?.networks ?? []
}

/** Users who can sign in, besides one. */
export async function countOthers(tx: Tx, id: string): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from users
    where ${tx.mine()} and id <> ${id} and disabled_at is null and password_hash is not null`)
  return row?.count ?? 0
}

export async function hasUsers(tx: Tx): Promise<boolean> {
  const row = await tx.row<{ found: boolean }>(sql`
    select exists (select from users where ${tx.mine()}) as found`)
  return row?.found === true
}

/** Two that look whether they are the last, or the first, do so one after the other. */
export async function lockUsers(tx: Tx): Promise<void> {
  await tx.rows(sql`select from tenants where ${tx.mine()} for no key update`)
}

export async function readTenantName(tx: Tx): Promise<string> {
  const row = await tx.row<{ name: string }>(sql`select name from tenants where ${tx.mine()}`)
  return row?.name ?? ''
}
