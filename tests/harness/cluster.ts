// A throw-away PostgreSQL cluster on a free loopback port: for the test run, proofs and benches.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findPostgres, type Postgres, type PostgresVersion } from './find-postgres.ts'
import { findFreePort } from './free-port.ts'
import { type Guardian, startGuardian } from './guardian.ts'
import { memoryRoot, temporaryRoot } from './temporary-root.ts'
import { findUnprivilegedUser, type ProcessOwner } from './unprivileged-user.ts'

export type ClusterOptions = {
  version?: PostgresVersion
  /** False trades durability for speed: right for tests, wrong for benches and crash proofs. */
  fsync?: boolean
  /** Keeps the data in memory if it fits; a clone then takes 25 ms instead of 200. */
  inMemory?: boolean
  /** File systems for the data and for the WAL in segments of 1 MiB, of which small ones are full soon. */
  storage?: { data: string; wal: string }
  settings?: Record<string, string>
  /** Fills the data folder, which does not exist yet; by default with a new database. */
  fill?: (dataDir: string) => Promise<void>
}

export type Cluster = {
  /** Connects to `database` as `role`, by default as the superuser; no password is asked. */
  url(database: string, role?: string): string
  superuserUrl: string
  isRunning(): boolean
  port: number
  version: number
  /** The packaged 18 has only the server here; psql, pgbench and pg_dump come with a distribution. */
  binDir: string
  dataDir: string
  logFile: string
  /** The first process of the server, which starts the others. */
  pid(): number
  /** The processes of the server beside its first, by what they say they do. */
  children(): { pid: number; title: string }[]
  /** Ends the server and deletes its files. */
  stop(): Promise<void>
  /** Kills the server and every backend at once, as a crash would; `restart` recovers. */
  kill(): Promise<void>
  /** Stops (SIGSTOP) the server and every backend: connections stay open and nothing answers. */
  freeze(): void
  /** Ends what `freeze` did. */
  thaw(): void
  /** Stops the server in order if it runs, and starts it on the same port and files. */
  restart(): Promise<void>
}

/** Where a cluster lives, who runs it and who clears up after it. */
type Place = {
  directory: string
  dataDir: string
  logFile: string
  owner: ProcessOwner | undefined
  guardian: Guardian
}

const superuser = 'postgres'
const startTimeoutMs = 60_000

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const place = createPlace(options)
  try {
    const postgres = findPostgres(options.version ?? 'any', place.directory)
    await initialize(place, postgres, options)
    return await startOnFreePort(place, postgres)
  } catch (error) {
    await place.guardian.release()
    throw error
  }
}

function createPlace({ inMemory = false, storage }: ClusterOptions): Place {
  const owner = findUnprivilegedUser()
  const memory = storage?.data ?? (inMemory ? memoryRoot() : undefined)
  const directory = makeFolder(temporaryRoot(), owner)
  // Only the data: socket, log and programs may not be welcome on a memory file system.
  const dataRoot = memory ? makeFolder(memory, owner) : directory
  return {
    directory,
    dataDir: join(dataRoot, 'data'),
    logFile: join(directory, 'log'),
    owner,
    guardian: startGuardian([directory, dataRoot]),
  }
}

function makeFolder(root: string, owner: ProcessOwner | undefined): string {
  const folder = mkdtempSync(join(root, 'task-service-pg-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  return folder
}

async function initialize(
  place: Place,
  { binDir }: Postgres,
  options: ClusterOptions,
): Promise<void> {
  await (options.fill ?? ((dataDir) => runInitdb(place, binDir, dataDir, options)))(place.dataDir)
  const fsync = options.fsync ?? true
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: place.directory,
    max_connections: '200',
    shared_buffers: '128MB',
    timezone: 'UTC',
    // Without fsync a crash loses the cluster anyway, so torn pages need no protection.
    ...(fsync ? {} : { fsync: 'off', full_page_writes: 'off' }),
    ...options.settings,
  }
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${quote(value)}\n`)
  appendFileSync(join(place.dataDir, 'postgresql.conf'), lines.join(''))
}

async function runInitdb(
  place: Place,
  binDir: string,
  dataDir: string,
  { storage }: ClusterOptions,
): Promise<void> {
  const child = launch(place, join(binDir, 'initdb'), [
    `--pgdata=${dataDir}`,
    `--username=${superuser}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
    ...(storage ? [`--waldir=${storage.wal}/pg_wal`, '--wal-segsize=1'] : []),
  ])
  const [code] = await once(child, 'exit')
  place.guardian.watch(undefined)
  if (code !== 0) throw new Error(`initdb failed:\n${readLog(place)}`)
}

async function startOnFreePort(place: Place, postgres: Postgres): Promise<Cluster> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort()
    try {
      const start = () => startPostmaster(place, postgres, port)
      return describeCluster(place, postgres, port, await start(), start)
    } catch (error) {
      // Another process may take the port between our look and the server's bind.
      const taken = error instanceof Error && error.message.includes('Address already in use')
      if (!taken || attempt === 5) throw error
    }
  }
}

async function startPostmaster(
  place: Place,
  { binDir }: Postgres,
  port: number,
): Promise<ChildProcess> {
  const program = join(binDir, 'postgres')
  const postmaster = launch(place, program, ['-D', place.dataDir, '-p', String(port)])
  const deadline = Date.now() + startTimeoutMs
  // The eighth line of the lock file says when connections are accepted.
  while (readStatus(place) !== `${postmaster.pid} ready`) {
    if (hasExited(postmaster)) {
      place.guardian.watch(undefined)
      throw new Error(`PostgreSQL did not start:\n${readLog(place)}`)
    }
    if (Date.now() > deadline) throw new Error(`PostgreSQL is not ready:\n${readLog(place)}`)
    await sleep(20)
  }
  postmaster.unref()
  return postmaster
}

function describeCluster(
  place: Place,
  postgres: Postgres,
  port: number,
  first: ChildProcess,
  start: () => Promise<ChildProcess>,
): Cluster {
  let postmaster = first
  const url = (database: string, role = superuser) =>
    `postgres://${role}@127.0.0.1:${port}/${database}`
  return {
    url,
    superuserUrl: url('postgres'),
    isRunning: () => !hasExited(postmaster),
    port,
    version: postgres.version,
    binDir: postgres.binDir,
    dataDir: place.dataDir,
    logFile: place.logFile,
    pid: () => postmaster.pid ?? 0,
    children: () => listBackends(postmaster.pid).map((pid) => ({ pid, title: titleOf(pid) })),
    async stop() {
      await end(postmaster, 'SIGQUIT')
      place.guardian.watch(undefined)
      await place.guardian.release()
    },
    async kill() {
      if (hasExited(postmaster)) return
      // Stopped first: one that still runs could start a backend after we have looked.
      postmaster.kill('SIGSTOP')
      while (isRunning(postmaster.pid) && stateOf(postmaster.pid) !== 'T') await sleep(1)
      const backends = listBackends(postmaster.pid)
      postmaster.kill('SIGKILL')
      for (const pid of backends) killQuietly(pid)
      await end(postmaster, 'SIGKILL')
      place.guardian.watch(undefined)
      // A living backend holds the shared memory, and a new server would refuse to start.
      while (backends.some((pid) => isRunning(pid))) await sleep(10)
    },
    freeze() {
      // First the one that could start another.
      postmaster.kill('SIGSTOP')
      for (const pid of listBackends(postmaster.pid)) killQuietly(pid, 'SIGSTOP')
    },
    thaw() {
      for (const pid of listBackends(postmaster.pid)) killQuietly(pid, 'SIGCONT')
      postmaster.kill('SIGCONT')
    },
    async restart() {
      await end(postmaster, 'SIGINT')
      postmaster = await start()
    },
  }
}

function launch(place: Place, program: string, args: string[]): ChildProcess {
  const log = openSync(place.logFile, 'a')
  const child = spawn(program, args, {
    ...place.owner,
    cwd: place.directory,
    // PG* variables of the caller must not reach the server.
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  place.guardian.watch(child.pid)
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasExited(child)) return
  const gone = once(child, 'exit')
  child.ref()
  child.kill(signal)
  await gone
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function listBackends(postmasterPid: number | undefined): number[] {
  const children = readFileSync(`/proc/${postmasterPid}/task/${postmasterPid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0', 1)[0] ?? ''
  } catch {
    return ''
  }
}

function killQuietly(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has already ended since the listing.
  }
}

/** A zombie (Z) has let go of its memory and files; only its entry waits to be read. */
function isRunning(pid: number | undefined): boolean {
  const state = stateOf(pid)
  return state !== undefined && state !== 'Z'
}

/** One letter, see proc(5); undefined when there is no such process. */
function stateOf(pid: number | undefined): string | undefined {
  try {
    return /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

function readStatus(place: Place): string {
  try {
    const lines = readFileSync(join(place.dataDir, 'postmaster.pid'), 'utf8').split('\n')
    return `${lines[0]} ${lines[7]?.trim()}`
  } catch {
    return 'no lock file'
  }
}

function readLog(place: Place): string {
  return readFileSync(place.logFile, 'utf8').split('\n').slice(-30).join('\n')
}

function quote(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}
