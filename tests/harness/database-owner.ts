// The role test databases belong to: what a managed PostgreSQL gives its customer, no superuser.
import { createHash } from 'node:crypto'

import type { Client } from 'pg'

export const owner = 'task_service_owner'

/** Call it under the harness lock: two sessions that create one role at once fail. */
export async function ensureOwner(admin: Client, superuserUrl: string): Promise<void> {
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [owner])
  if (rowCount) return
  await admin.query(
    `create role ${owner}
       with login nosuperuser nocreatedb createrole noreplication nobypassrls
       password '${ownerPassword(superuserUrl)}'`,
  )
}

export function ownerUrl(superuserUrl: string, database: string): string {
  const url = new URL(databaseUrl(superuserUrl, database))
  url.username = owner
  url.password = ownerPassword(superuserUrl)
  return url.href
}

export function databaseUrl(anyUrl: string, database: string): string {
  const url = new URL(anyUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Derived from the superuser's password, so that every test process knows it and no one else. */
function ownerPassword(superuserUrl: string): string {
  const { password } = new URL(superuserUrl)
  return createHash('sha256').update(`${owner}:${password}`).digest('hex')
}
