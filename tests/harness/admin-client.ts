// The superuser's connection with which the harness, never the service, arranges databases.
import { Client, Pool } from 'pg'

export async function withAdmin<T>(
  superuserUrl: string,
  use: (admin: Client) => Promise<T>,
): Promise<T> {
  const admin = new Client({ connectionString: superuserUrl })
  await admin.connect()
  try {
    return await use(admin)
  } finally {
    await admin.end()
  }
}

/**
 * Held until the connection ends. Two sessions that alter one role, or build one template, at the
 * same time would fail; test files run in processes of their own, so the lock is the server's.
 */
export async function takeLock(admin: Client): Promise<void> {
  await admin.query('select pg_advisory_lock(7254001)')
}

/** Connections for a whole test file. That the database goes away under the last of them is no failure of a test. */
export function openAdminPool(superuserUrl: string): Pool {
  const pool = new Pool({ connectionString: superuserUrl, max: 2 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}
