// Verifies that the event stream loses nothing: clients follow it through a buffering nginx, across restarts and kills, while
// tasks are created.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { generateApiKey } from '../../server/src/crypto/api-key.ts'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { type Nginx, startNginx } from '../../tests/operate/nginx.ts'
import { until } from '../../tests/operate/until.ts'
import { atLeast, atMost, equals, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { compareWithLog, type Follower, startFollower } from './follower.ts'
import { openPlaces, type Places } from './restarts.ts'

type Size = { followers: number; writers: number; restarts: number; calmMs: number }

const ciSize: Size = { followers: 8, writers: 4, restarts: 5, calmMs: 3_000 }
const fullSize: Size = { followers: 50, writers: 8, restarts: 60, calmMs: 20_000 }

/** Streams also end by themselves. */
const STREAM_DURATION = '4s'
const WRITER_PAUSE_MS = 20
const BETWEEN_RESTARTS_MS = 700
/** A proxy that held events back would deliver them by the buffer. */
const CALM_P99_MS = 1_000

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'thousands of events over many connections take a minute; the tests of `events.stream` run on every change',
  budgetSeconds: 60,
  cores: 0.5,
  covers: ['server/src/events', 'server/src/http/event-stream.ts', 'server/src/domains/events'],
  claim:
    'clients that follow the event stream through a buffering nginx, across restarts and kill -9, receive every event once and in order',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const size = options.full ? fullSize : ciSize
    const cluster = await startCluster({ fsync: false, inMemory: true })
    try {
      const database = await createDatabase({ cluster })
      const apiKey = generateApiKey()
      const env = { SERVICE_ACP_LIMIT_STREAM_DURATION: STREAM_DURATION }
      const places = await openPlaces({ databaseUrl: database.url, apiKey, env })
      const nginx = await startNginx((port) => bufferingProxy(places.hosts, port))
      const scene = { places, nginx, apiKey, superuserUrl: database.superuserUrl }
      try {
        return await run(scene, size, options)
      } finally {
        await nginx.stop()
        await places.stop()
      }
    } finally {
      await cluster.stop()
    }
  },
}

/** Buffering is nginx's default; it is set here to be explicit. */
function bufferingProxy(hosts: readonly string[], port: number): string {
  const servers = hosts.map((host) => `server ${host} max_fails=0;`).join(' ')
  return `upstream service { ${servers} }
    server {
      listen 127.0.0.1:${port};
      location / {
        proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection "";
        proxy_buffering on; proxy_buffers 16 64k; proxy_buffer_size 64k;
      }
    }`
}

type Scene = { places: Places; nginx: Nginx; apiKey: string; superuserUrl: string }

async function run(scene: Scene, size: Size, options: ProofOptions): Promise<Verdict> {
  const base = `http://127.0.0.1:${scene.nginx.port}`
  const headers = { 'x-api-key': scene.apiKey }
  const followers = Array.from({ length: size.followers }, () =>
    startFollower({ url: `${base}/api/events/stream`, headers, resumes: !options.control }),
  )
  try {
    await until('everybody follows', () => followers.every((follower) => follower.isOpen()))
    const writing = startWriters(base, headers, size.writers)
    await sleep(size.calmMs)
    const calm = followers.flatMap(({ received }) => received.map(({ delayMs }) => delayMs))
    for (let turn = 0; turn < size.restarts; turn++) {
      await scene.places.restart(turn)
      await sleep(BETWEEN_RESTARTS_MS)
    }
    const created = await writing.stop()
    const log = await readLog(scene.superuserUrl)
    await untilCaughtUp(followers, log.at(-1) ?? '')
    return judge({ scene, followers, log, calm, created }, options)
  } finally {
    await Promise.all(followers.map((follower) => follower.stop()))
  }
}

/** Each task is requested under its own key until a process confirms that it exists. */
function startWriters(base: string, headers: Record<string, string>, count: number) {
  const { call, close } = createApiCaller()
  let isStopped = false
  const write = async (): Promise<number> => {
    for (let created = 0; ; created++) {
      if (isStopped) return created
      const body = { title: `task ${created}`, description: 'x'.repeat((created * 37) % 2_000) }
      const attempt = {
        method: 'POST',
        body,
        headers: { ...headers, 'idempotency-key': randomUUID() },
      }
      for (;;) {
        const answer = await call(`${base}/api/tasks`, attempt).catch(() => undefined)
        if (answer?.status === 201) break
        await sleep(50)
      }
      await sleep(WRITER_PAUSE_MS)
    }
  }
  const writers = Array.from({ length: count }, write)
  return {
    async stop(): Promise<number> {
      isStopped = true
      const counts = await Promise.all(writers)
      close()
      return counts.reduce((sum, one) => sum + one, 0)
    },
  }
}

async function readLog(superuserUrl: string): Promise<string[]> {
  const admin = new Client({ connectionString: superuserUrl })
  await admin.connect()
  const { rows } = await admin.query<{ id: string }>(
    `select 'evt_' || replace(id::text, '-', '') as id from events order by xid, id`,
  )
  await admin.end()
  return rows.map(({ id }) => id)
}

/** Who has missed the last one never will; the verdict counts that too. */
async function untilCaughtUp(followers: readonly Follower[], last: string): Promise<void> {
  const hasLast = ({ received }: Follower) => received.some(({ id }) => id === last)
  await until('everybody has the last event', () => followers.every(hasLast), 15_000).catch(
    () => undefined,
  )
}

type Run = {
  scene: Scene
  followers: readonly Follower[]
  log: readonly string[]
  calm: readonly number[]
  created: number
}

function judge({ scene, followers, log, calm, created }: Run, options: ProofOptions): Verdict {
  const shortfalls = followers.map(({ received }) => compareWithLog(received, log))
  const total = (name: 'missed' | 'twice' | 'disordered') =>
    shortfalls.reduce((sum, shortfall) => sum + shortfall[name], 0)
  const [missed, twice, disordered] = [total('missed'), total('twice'), total('disordered')]
  const faults = [...scene.places.faults, ...followers.flatMap((follower) => follower.faults)]
  for (const fault of faults.slice(0, 10)) options.log(`FAULT ${fault}`)
  const delays = calm.toSorted((a, b) => a - b)
  const delay = (share: number) => delays[Math.floor(share * (delays.length - 1))] ?? Number.NaN
  const connections = followers.reduce((sum, follower) => sum + follower.connections(), 0)
  const figures = [
    `${log.length} events of ${created} creates`,
    `${followers.length} clients over ${connections} connections`,
    `${missed} missed, ${twice} twice, ${disordered} out of order`,
    `${faults.length} faults`,
    `create to arrival before the restarts p50 ${delay(0.5)} ms, p99 ${delay(0.99)} ms`,
  ]
  const criteria = [
    equals('events in the log', log.length, created),
    atLeast('connections of the clients', connections, followers.length + 1),
    none('events missed', missed),
    none('duplicate deliveries', twice),
    none('events out of order', disordered),
    none('other faults', faults.length),
    atMost('p99 latency before the restarts', delay(0.99), CALM_P99_MS, 'ms'),
  ]
  return { figures: figures.join(', '), criteria }
}
