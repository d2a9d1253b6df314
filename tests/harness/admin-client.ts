// The superuser's connection with which the harness, never the service, arranges databases.
import { Client } from 'pg'

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
