// What happens to the resources of the installation, and how it ends.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { owner as ownerRole, ownerUrl } from '../../tests/harness/database-owner.ts'
import { watchClock } from './clock-watch.ts'
import { exhaustMemory } from './exhaust-memory.ts'
import type { Fault, Scene } from './fault.ts'
import { cutService, hoardConnections } from './hoard-connections.ts'
import type { Site } from './site.ts'

export const KINDS = [
  'disk of the data full',
  'disk of the data full at a checkpoint',
  'disk of the WAL full',
  'connections of the server exhausted',
  'connections of the role exhausted',
  'database 500 ms away',
  'DNS of receivers dead',
  'DNS of the database dead',
  'clock an hour ahead',
  'clock an hour behind',
  'worker out of memory',
] as const
export type Kind = (typeof KINDS)[number]

/** During the others the database cannot be reached. */
export const READS_CONTINUE: ReadonlySet<Kind> = new Set([
  'disk of the data full',
  'database 500 ms away',
  'DNS of receivers dead',
  'clock an hour ahead',
  'clock an hour behind',
  'worker out of memory',
])

const DELAY_MS = 250
const ROLE_LIMIT = 40

export const inflict: Record<Kind, (scene: Scene) => Promise<Fault>> = {
  async 'disk of the data full'({ site, load }) {
    // None is due for minutes then; what one does on a full disk is the next fault.
    await checkpoint(site)
    const since = Date.now()
    site.dataDisk.fill()
    return {
      tookEffect: () => load.count503Since(since) > 0 && site.cluster.isRunning(),
      end: async () => site.dataDisk.free(),
    }
  },
  async 'disk of the data full at a checkpoint'({ site, load }) {
    const since = Date.now()
    await panic(site)
    return {
      tookEffect: () => load.readsSince(since).some(({ status }) => status === 503),
      async end() {
        site.dataDisk.free()
        await restartIfStopped(site)
      },
    }
  },
  async 'disk of the WAL full'({ site, load }) {
    const since = Date.now()
    site.walDisk.fill()
    const writing = writeWal(site)
    return {
      tookEffect: () => load.count503Since(since) > 0,
      async end() {
        site.walDisk.free()
        await writing
        await restartIfStopped(site)
      },
    }
  },
  async 'connections of the server exhausted'({ site, load }) {
    const since = Date.now()
    const { superuserUrl } = site.cluster
    await withAdmin(superuserUrl, (admin) => admin.query('create role hoarder login')).catch(
      (error: { code?: string }) => {
        if (error.code !== '42710') throw error // it is there from an earlier round
      },
    )
    const end = await hoardConnections(superuserUrl, site.cluster.url('postgres', 'hoarder'))
    return { tookEffect: () => load.count503Since(since) > 0, end }
  },
  async 'connections of the role exhausted'({ site, load }) {
    const since = Date.now()
    const { superuserUrl } = site.cluster
    const limit = (most: number) =>
      withAdmin(superuserUrl, (admin) =>
        admin.query(`alter role ${ownerRole} connection limit ${most}`),
      )
    await limit(ROLE_LIMIT)
    const end = await hoardConnections(superuserUrl, ownerUrl(superuserUrl, site.database.name))
    return {
      tookEffect: () => load.count503Since(since) > 0,
      async end() {
        await end()
        await limit(-1)
      },
    }
  },
  async 'database 500 ms away'({ site, load }) {
    const since = Date.now()
    site.proxy.delay(DELAY_MS)
    return {
      tookEffect: () => load.durationsSince(since + 3_000).every((ms) => ms >= 2 * DELAY_MS),
      end: async () => site.proxy.delay(0),
    }
  },
  async 'DNS of receivers dead'({ site, load }) {
    site.dns.receiver = false
    let before = site.receiver.count()
    // What was resolved a moment ago is remembered for a while.
    const timer = setInterval(() => void (before = site.receiver.count()), 3_000)
    const since = Date.now()
    return {
      tookEffect: () =>
        site.receiver.count() === before && load.acknowledgedSince(since).length > 0,
      async end() {
        clearInterval(timer)
        site.dns.receiver = true
      },
    }
  },
  async 'DNS of the database dead'({ site, load }) {
    const since = Date.now()
    site.dns.database = false
    await withAdmin(site.cluster.superuserUrl, cutService)
    return {
      tookEffect: () => load.count503Since(since) > 0,
      end: async () => void (site.dns.database = true),
    }
  },
  'clock an hour ahead': (scene) => watchClock(scene, 1),
  'clock an hour behind': (scene) => watchClock(scene, -1),
  'worker out of memory': exhaustMemory,
}

const checkpoint = (site: Site) =>
  withAdmin(site.cluster.superuserUrl, (admin) => admin.query('checkpoint'))

/** PostgreSQL panics at a checkpoint on a full disk: it cannot write the progress of replication. */
async function panic(site: Site): Promise<void> {
  const client = new Client({ connectionString: site.cluster.superuserUrl })
  client.on('error', () => undefined)
  // Connected before: a new connection may fail on a full disk.
  await client.connect()
  site.dataDisk.fill()
  await client.query('checkpoint').catch(() => undefined)
  await client.end().catch(() => undefined)
}

/** What an operator or a supervisor does: without space PostgreSQL cannot finish its recovery and ends. */
async function restartIfStopped({ cluster }: Site): Promise<void> {
  const connects = () =>
    withAdmin(cluster.superuserUrl, () => Promise.resolve(true)).catch(() => false)
  for (await sleep(500); cluster.isRunning(); await sleep(200)) if (await connects()) return
  await cluster.restart()
}

/** A bulk load beside the service, until PostgreSQL stops. */
async function writeWal(site: Site): Promise<void> {
  const client = new Client({ connectionString: site.cluster.superuserUrl })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('create table if not exists noise (text text)')
    for (;;) {
      await client.query(
        `insert into noise select repeat(md5(n::text), 30) from generate_series(1, 2000) n`,
      )
      await client.query('truncate noise')
    }
  } catch {
    // PostgreSQL has stopped, which is what this is for.
  } finally {
    await client.end().catch(() => undefined)
  }
}
