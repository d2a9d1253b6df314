// Writes to every database machine directly, past HAProxy, all the time: shows whether two of them acknowledge writes.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { superuserUrl } from '../../tests/harness/failover/database-cluster.ts'
import { addressOf, NODES, type NodeNumber } from '../../tests/harness/failover/lab-network.ts'

const EVERY_MS = 250
const TIMEOUT_MS = 1_500

export type Acknowledged = { row: string; sentAt: number; at: number; timeline: number }

export type ProbeReport = {
  acknowledged: number
  /** Sent to an old primary after a new one had acknowledged a write, and acknowledged. */
  splitBrain: number
  /** Acknowledged and not there at the end. */
  lost: number
}

export type Probe = { stop: (database: Client) => Promise<ProbeReport> }

export async function startProbe(database: Client): Promise<Probe> {
  await database.query('create table probe (id text primary key)')
  const acknowledged: Acknowledged[] = []
  const stopping = new AbortController()
  const running = Promise.all(NODES.map((node) => probe(node, acknowledged, stopping.signal)))
  return {
    async stop(primary) {
      stopping.abort()
      await running
      const { rows } = await primary.query<{ id: string }>('select id from probe')
      const stored = new Set(rows.map(({ id }) => id))
      return {
        acknowledged: acknowledged.length,
        splitBrain: countSplitBrain(acknowledged),
        lost: acknowledged.filter(({ row }) => !stored.has(row)).length,
      }
    },
  }
}

async function probe(
  node: NodeNumber,
  acknowledged: Acknowledged[],
  signal: AbortSignal,
): Promise<void> {
  let client: ProbeClient | undefined
  for (let number = 0; !signal.aborted; number++, await sleep(EVERY_MS)) {
    const row = `${node}-${number}`
    const sentAt = Date.now()
    try {
      client ??= await connect(node)
      const timeline = await client.write(row)
      if (timeline !== undefined) acknowledged.push({ row, sentAt, at: Date.now(), timeline })
    } catch {
      client?.drop()
      client = undefined
    }
  }
  client?.drop()
}

type ProbeClient = { write: (row: string) => Promise<number | undefined>; drop: () => void }

async function connect(node: NodeNumber): Promise<ProbeClient> {
  const client = new Client({
    connectionString: superuserUrl(addressOf(node), 'probe'),
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  let isWarned = false
  // The server committed, but the wait for a standby was canceled: not an acknowledgement.
  client.on('notice', () => void (isWarned = true))
  client.on('error', () => undefined)
  // A peer that vanished does not end the connection, so this does not wait for it.
  const drop = () => void client.end().catch(() => undefined)
  try {
    await client.connect()
  } catch (error) {
    drop()
    throw error
  }
  return {
    drop,
    async write(row) {
      isWarned = false
      const { rows } = await client.query<{ timeline: string }>(
        `insert into probe (id) values ($1)
         returning substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) as timeline`,
        [row],
      )
      return isWarned ? undefined : Number.parseInt(rows[0]?.timeline ?? '', 16)
    },
  }
}

export function countSplitBrain(acknowledged: readonly Acknowledged[]): number {
  const since = new Map<number, number>()
  for (const { timeline, at } of acknowledged) {
    since.set(timeline, Math.min(since.get(timeline) ?? at, at))
  }
  return acknowledged.filter(({ timeline, sentAt }) =>
    [...since].some(([newer, at]) => newer > timeline && sentAt > at),
  ).length
}
