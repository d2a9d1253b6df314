// Other clients that take every connection that PostgreSQL gives, and those of the service when they end.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { withAdmin } from '../../tests/harness/admin-client.ts'

const PAUSE_MS = 20
const CUT_EVERY_MS = 500

/** `url` is of the role that takes them. Resolves when nothing is left; the returned function gives all back. */
export async function hoardConnections(
  superuserUrl: string,
  url: string,
): Promise<() => Promise<void>> {
  const taken: Client[] = []
  const ending = new AbortController()
  const { promise: full, resolve: onFull } = Promise.withResolvers<void>()
  const taking = take(url, taken, ending.signal, onFull)
  const cutting = cut(superuserUrl, ending.signal)
  await full
  return async () => {
    ending.abort()
    await Promise.all([taking, cutting])
    await Promise.all(taken.map((client) => client.end().catch(() => undefined)))
  }
}

async function take(
  url: string,
  taken: Client[],
  signal: AbortSignal,
  onFull: () => void,
): Promise<void> {
  while (!signal.aborted) {
    const client = new Client({ connectionString: url, application_name: 'hoarder' })
    client.on('error', () => undefined)
    try {
      await client.connect()
      taken.push(client)
    } catch {
      onFull()
      await sleep(PAUSE_MS)
    }
  }
}

/** The service holds connections, and one that holds enough of them would not notice anything. */
async function cut(superuserUrl: string, signal: AbortSignal): Promise<void> {
  await withAdmin(superuserUrl, async (admin) => {
    for (; !signal.aborted; await sleep(CUT_EVERY_MS)) await cutService(admin)
  })
}

export async function cutService(admin: Client): Promise<void> {
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'task-service'`,
  )
}
