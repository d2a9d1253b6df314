// Two cells of different versions of PostgreSQL behind a HAProxy with the generated map, and the commands that an operator runs.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { childEnv } from '../../tests/harness/child-env.ts'
import { type Cluster, startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { type CellProxy, startCellProxy } from '../../tests/harness/network/cell-proxy.ts'
import { type Receiver, startReceiver } from '../../tests/harness/receiver/receiver.ts'
import {
  HOST_SUFFIX,
  MAIN,
  MASTER_KEY,
  type Service,
  startService,
} from '../../tests/harness/service.ts'

export type CellName = 'old' | 'new'

export type Cell = {
  name: CellName
  cluster: Cluster
  database: TestDatabase
  service: Service
  admin: Client
}

export type Outcome = { code: number | null; stdout: string; stderr: string }

export type Arena = {
  cells: Record<CellName, Cell>
  proxy: CellProxy
  receiver: Receiver
  /** Creates a tenant in the cell. Returns its API key. */
  createTenant(cell: CellName, slug: string): Promise<string>
  /** Starts `task-service tenant move …` from one cell to the other. */
  move(from: CellName, ...args: string[]): Running
  stop(): Promise<void>
}

export type Running = { child: ChildProcess; ended: Promise<Outcome> }

const VERSIONS: Record<CellName, number> = { old: 15, new: 18 }
/** Tables grow within seconds here to what they would be in days; the planner should know. */
const SETTINGS = { wal_level: 'logical', autovacuum_naptime: '2s' }

export async function openArena(seed: number): Promise<Arena> {
  const folder = mkdtempSync(join(tmpdir(), 'task-service-move-'))
  const parts: { stop: () => Promise<unknown> }[] = []
  const stop = async () => {
    for (const part of parts.toReversed()) await part.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const databases = {
      old: await openDatabase(parts, 'old'),
      new: await openDatabase(parts, 'new'),
    }
    const directory = await createDatabase({ cluster: databases.old.cluster })
    const env = {
      SERVICE_ACP_DIRECTORY_URL: directory.url,
      SERVICE_ACP_HOST: HOST_SUFFIX,
      SERVICE_ACP_MASTER_KEY: MASTER_KEY,
      SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
    }
    const envOf = (name: CellName) => ({
      ...env,
      SERVICE_ACP_CELL: name,
      DATABASE_URL: databases[name].database.url,
    })
    const cells = await joinCells(parts, { databases, env, envOf, folder })
    const map = join(folder, 'hosts.map')
    const proxy = await startCellProxy(folder)
    parts.push(proxy)
    const push = ['--haproxy', proxy.socket, '--map', map]
    const receiver = await startReceiver(seed)
    parts.push(receiver)
    return {
      cells,
      proxy,
      receiver,
      async createTenant(cell, slug) {
        const made = await succeed(['tenant', 'create', slug, '--json'], envOf(cell))
        await succeed(['cell', 'push', ...push], env)
        return (JSON.parse(made) as { api_key: string }).api_key // as the command prints it
      },
      move: (from, ...args) =>
        run(['tenant', 'move', ...args, ...push, '--json'], {
          ...envOf(from),
          SERVICE_ACP_MOVE_SOURCE_URL: databases[from].database.superuserUrl,
          SERVICE_ACP_MOVE_TARGET_URL: databases[otherThan(from)].database.superuserUrl,
        }),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Joining = {
  databases: Record<CellName, { cluster: Cluster; database: TestDatabase }>
  env: Record<string, string>
  envOf: (name: CellName) => Record<string, string>
  folder: string
}

/** Two cells of one fleet, and the files of their proxy. */
async function joinCells(parts: Parts, { databases, env, envOf, folder }: Joining) {
  const identity = join(folder, 'identity.json')
  await succeed(['directory', 'migrate'], env)
  await succeed(['identity', 'export', '--out', identity], envOf('old'))
  await succeed(['migrate', '--join', identity], envOf('new'))
  const cells = {
    old: await startCell(parts, 'old', databases.old, env),
    new: await startCell(parts, 'new', databases.new, env),
  }
  for (const { name, service } of Object.values(cells)) {
    await succeed(['cell', 'add', name, '--backend', new URL(service.url).host], env)
  }
  const format = ['--format', 'haproxy', '--out']
  await succeed(['cell', 'map', ...format, join(folder, 'hosts.map')], env)
  await succeed(['cell', 'config', ...format, join(folder, 'cells.cfg')], env)
  return cells
}

export const otherThan = (cell: CellName): CellName => (cell === 'old' ? 'new' : 'old')

type Parts = { stop: () => Promise<unknown> }[]

async function openDatabase(parts: Parts, name: CellName) {
  const settings = SETTINGS
  const cluster = await startCluster({
    version: VERSIONS[name],
    fsync: false,
    inMemory: true,
    settings,
  })
  parts.push(cluster)
  return { cluster, database: await createDatabase({ cluster }) }
}

async function startCell(
  parts: Parts,
  name: CellName,
  given: { cluster: Cluster; database: TestDatabase },
  env: Record<string, string>,
): Promise<Cell> {
  const service = await startService({
    databaseUrl: given.database.url,
    env: { ...env, SERVICE_ACP_CELL: name },
  })
  parts.push({ stop: () => service.kill() })
  const admin = new Client({ connectionString: given.database.superuserUrl })
  // Ends with its server.
  admin.on('error', () => undefined)
  await admin.connect()
  parts.push({ stop: () => admin.end() })
  return { name, ...given, service, admin }
}

function run(args: readonly string[], env: Record<string, string>): Running {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: childEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const ended = Promise.all([text(child.stdout), text(child.stderr), exited]).then(
    ([stdout, stderr, [code]]) => ({ code, stdout, stderr }),
  )
  return { child, ended }
}

async function succeed(args: readonly string[], env: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await run(args, env).ended
  if (code !== 0) throw new Error(`${args.join(' ')}: exit code ${code}\n${stderr}`)
  return stdout
}
