// A dedicated connection, for work that holds a lock or a snapshot from beginning to end.
import type { Client } from 'pg'
import { WatchedClient } from '#db/liveness/watched-client.ts'

/** A host that drops packets would otherwise block until the kernel gives up. */
const CONNECT_TIMEOUT_MS = 10_000

export async function withClient<T>(
  options: { databaseUrl: string; name: string },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new WatchedClient({
    connectionString: options.databaseUrl,
    application_name: `task-service ${options.name}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  // A connection that breaks fails the next statement; unhandled, the event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end() // also releases its locks
  }
}
