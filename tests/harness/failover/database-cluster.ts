// PostgreSQL on three machines under Patroni, with etcd on the same machines, configured by deploy/high-availability.
import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { findPostgres } from '../find-postgres.ts'
import { findUnprivilegedUser } from '../unprivileged-user.ts'
import { addressOf, type LabNetwork, NODES, type NodeNumber } from './lab-network.ts'
import { type Machine, startMachine } from './machine.ts'

const RECIPE = join(import.meta.dirname, '../../../deploy/high-availability')
export const HAPROXY_CONFIG = join(RECIPE, 'haproxy.cfg')

export type DatabaseCluster = {
  database: (node: NodeNumber) => Machine
  etcd: (node: NodeNumber) => Machine
  /** Starts what does not run. */
  repair: () => Promise<void>
  /** Of a node that Patroni calls the primary; more than one during a partition. */
  primaries: () => Promise<NodeNumber[]>
  /** Until one node is the primary and the others stream from it, one of them synchronously. */
  untilHealthy: (timeoutMs: number) => Promise<NodeNumber>
  switchover: (from: NodeNumber) => Promise<void>
  stop: () => Promise<void>
}

export type ClusterOptions = {
  network: LabNetwork
  folder: string
  /** Of `tools/install-patroni.sh`. */
  patroniFolder: string
  /** The control: standbys are behind, and nothing waits for them. */
  asynchronous: boolean
}

type Role = 'etcd' | 'database'

export async function startDatabaseCluster(options: ClusterOptions): Promise<DatabaseCluster> {
  const { network, folder } = options
  const machines = new Map<string, Machine>()
  const configFile = join(RECIPE, 'patroni.yml')
  for (const node of NODES) makeFolders(folder, node)
  const start = async (role: Role, node: NodeNumber): Promise<void> => {
    const name = `${role}${node}`
    if (machines.get(name)?.isRunning()) return
    const patroni = [join(options.patroniFolder, 'bin/patroni'), configFile]
    machines.set(
      name,
      await startMachine({
        inside: network.inside(node),
        user: 'postgres',
        command: role === 'etcd' ? ['etcd', '--logger=zap', '--log-level=warn'] : patroni,
        env: nodeEnv(options, node),
        logFile: join(folder, `${name}.log`),
      }),
    )
  }
  const at = (role: Role, node: NodeNumber): Machine => {
    const machine = machines.get(`${role}${node}`)
    if (!machine) throw new Error(`${role}${node} was not started`)
    return machine
  }
  const cluster: DatabaseCluster = {
    database: (node) => at('database', node),
    etcd: (node) => at('etcd', node),
    async repair() {
      for (const role of ['etcd', 'database'] as const) {
        for (const node of NODES) await start(role, node)
      }
    },
    async primaries() {
      const checks = await Promise.all(NODES.map((node) => asksWell(node, 'primary')))
      return NODES.filter((_, index) => checks[index])
    },
    untilHealthy: (timeoutMs) => untilHealthy(timeoutMs, !options.asynchronous),
    async switchover(from) {
      const body = JSON.stringify({ leader: `db${from}` })
      const request = { method: 'POST', body, signal: AbortSignal.timeout(60_000) }
      const answer = await fetch(`http://${addressOf(from)}:8008/switchover`, request)
      const text = await answer.text()
      // Accepted, but Patroni did not see it happen in time. The caller waits for another primary.
      if (answer.ok || text.includes(STATUS_UNKNOWN)) return
      throw new Error(`switchover: ${answer.status} ${text}`)
    },
    stop: async () => void (await Promise.all([...machines.values()].map((one) => one.kill()))),
  }
  await cluster.repair()
  const primary = await cluster.untilHealthy(120_000)
  if (options.asynchronous) await makeAsynchronous(primary)
  return cluster
}

const STATUS_UNKNOWN = 'Switchover status unknown'

/** With `patronictl edit-config`, as an operator would. */
async function makeAsynchronous(primary: NodeNumber): Promise<void> {
  const body = JSON.stringify({ synchronous_mode: null, synchronous_mode_strict: null })
  const answer = await fetch(`http://${addressOf(primary)}:8008/config`, { method: 'PATCH', body })
  if (!answer.ok) throw new Error(`config: ${answer.status} ${await answer.text()}`)
  await sleep(12_000) // two rounds of Patroni
}

function makeFolders(folder: string, node: NodeNumber): void {
  const owner = findUnprivilegedUser()
  for (const name of [`etcd${node}`, `database${node}`]) {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
    if (owner) chownSync(join(folder, name), owner.uid, owner.gid)
  }
}

/** The example for db1, with the name and the address of this machine and folders of this run. */
function nodeEnv({ folder }: ClusterOptions, node: NodeNumber): Record<string, string> {
  const example = parseEnv(readFileSync(join(RECIPE, 'node.env'), 'utf8'))
  const own = Object.entries(example).map(([name, value = '']) => {
    const isList = name === 'ETCD_INITIAL_CLUSTER' || name === 'PATRONI_ETCD3_HOSTS'
    if (isList) return [name, value]
    return [name, value.replaceAll(addressOf(1), addressOf(node)).replace(/^db1$/, `db${node}`)]
  })
  return {
    ...Object.fromEntries(own),
    ETCD_DATA_DIR: join(folder, `etcd${node}`),
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, `database${node}`, 'data'),
    PATRONI_POSTGRESQL_PGPASS: join(folder, `database${node}`, 'pgpass'),
    PATRONI_POSTGRESQL_BIN_DIR: findPostgres('any', folder).binDir,
  }
}

/** Of the superuser, from the example. */
export function superuserUrl(host: string, database: string): string {
  const { PATRONI_SUPERUSER_PASSWORD = '' } = parseEnv(
    readFileSync(join(RECIPE, 'node.env'), 'utf8'),
  )
  return `postgres://postgres:${PATRONI_SUPERUSER_PASSWORD}@${host}:5432/${database}`
}

async function asksWell(node: NodeNumber, path: string): Promise<boolean> {
  const url = `http://${addressOf(node)}:8008/${path}`
  return fetch(url, { signal: AbortSignal.timeout(1_500) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

type ClusterView = {
  members: { name: string; role: string; state: string; lag?: number | string }[]
}

async function untilHealthy(timeoutMs: number, isSynchronous: boolean): Promise<NodeNumber> {
  let last = 'no response'
  for (const until = Date.now() + timeoutMs; Date.now() < until; await sleep(500)) {
    for (const node of NODES) {
      const view = await readView(node)
      if (!view) continue
      last = JSON.stringify(view.members)
      const primary = primaryOf(view, isSynchronous)
      if (primary !== undefined && (await asksWell(primary, 'primary'))) return primary
    }
  }
  throw new Error(`the database cluster is not healthy: ${last}`)
}

async function readView(node: NodeNumber): Promise<ClusterView | undefined> {
  const url = `http://${addressOf(node)}:8008/cluster`
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1_500) })
    return (await answer.json()) as ClusterView // Patroni's REST API
  } catch {
    return undefined
  }
}

function primaryOf({ members }: ClusterView, isSynchronous: boolean): NodeNumber | undefined {
  const isGood = ({ role, state }: ClusterView['members'][number]) =>
    role === 'leader' ? state === 'running' : state === 'streaming'
  if (members.length < NODES.length || !members.every(isGood)) return undefined
  const hasStandby = members.some(({ role }) => /sync|quorum/.test(role))
  if (isSynchronous && !hasStandby) return undefined
  const leader = members.find(({ role }) => role === 'leader')
  return NODES.find((node) => `db${node}` === leader?.name)
}
