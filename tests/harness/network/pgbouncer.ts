// A pgbouncer in transaction mode in front of a test cluster, with few connections to it, so that clients must share.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withAdmin } from '../admin-client.ts'
import { findFreePort } from '../free-port.ts'
import { startGuardian } from '../guardian.ts'
import { temporaryRoot } from '../temporary-root.ts'
import { findUnprivilegedUser } from '../unprivileged-user.ts'

export type Pgbouncer = {
  /** The same database, by way of pgbouncer. */
  through(databaseUrl: string): string
  /** Connections to PostgreSQL, for all databases and users. */
  countServers(): Promise<number>
  /** SIGSTOP: its connections stay open and nothing answers. */
  freeze(): void
  /** Ends what `freeze` did. */
  thaw(): void
  stop(): Promise<void>
}

export type PgbouncerOptions = {
  /** Leads to the server; its user and database are for looking at pgbouncer itself. */
  superuserUrl: string
  /** Addresses of databases whose users may come, with their passwords. */
  logins: readonly string[]
  /** Connections to PostgreSQL for each database and user. */
  poolSize: number
  settings?: Record<string, string>
}

/** A newer one than the distribution's can be named: `TEST_PGBOUNCER=/path/to/pgbouncer`. */
const program = process.env['TEST_PGBOUNCER'] ?? '/usr/sbin/pgbouncer'
const START_TIMEOUT_MS = 10_000

/** `PgBouncer 1.18.0`, or nothing when there is none. */
export function findPgbouncer(): string | undefined {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')[0]
  } catch {
    return undefined
  }
}

/** From 1.21 on it carries prepared statements from one connection to the next. */
export function carriesPrepared(version = findPgbouncer()): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version ?? '') ?? []
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 21)
}

export async function startPgbouncer(options: PgbouncerOptions): Promise<Pgbouncer> {
  const owner = findUnprivilegedUser()
  const directory = mkdtempSync(join(temporaryRoot(), 'task-service-pgbouncer-'))
  const guardian = startGuardian([directory])
  const port = await findFreePort()
  const config = join(directory, 'pgbouncer.ini')
  writeFileSync(config, renderConfig(options, directory, port))
  writeFileSync(
    join(directory, 'users.txt'),
    [options.superuserUrl, ...options.logins].map(renderLogin).join(''),
  )
  if (owner) chownSync(directory, owner.uid, owner.gid)
  const child = spawn(program, [config], { ...owner, cwd: directory, stdio: 'ignore' })
  guardian.watch(child.pid)
  const exited = once(child, 'exit')
  await untilListening(port, join(directory, 'log'))
  child.unref()
  const through = (databaseUrl: string) => {
    const url = new URL(databaseUrl)
    url.host = `127.0.0.1:${port}`
    return url.href
  }
  const console = new URL(through(options.superuserUrl))
  console.pathname = '/pgbouncer'
  return {
    through,
    countServers: () =>
      withAdmin(console.href, async (admin) => (await admin.query('show servers')).rows.length),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      child.ref()
      child.kill('SIGTERM')
      await exited
      guardian.watch(undefined)
      await guardian.release()
    },
  }
}

function renderLogin(address: string): string {
  const { username, password } = new URL(address)
  return `"${username}" "${password}"\n`
}

function superuser({ superuserUrl }: PgbouncerOptions): string {
  return new URL(superuserUrl).username
}

function renderConfig(options: PgbouncerOptions, directory: string, port: number): string {
  const { hostname, port: serverPort } = new URL(options.superuserUrl)
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    logfile: join(directory, 'log'),
    auth_type: 'trust',
    auth_file: join(directory, 'users.txt'),
    admin_users: superuser(options),
    pool_mode: 'transaction',
    default_pool_size: String(options.poolSize),
    max_client_conn: '500',
    query_wait_timeout: '5',
    ...options.settings,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  return `[databases]\n* = host=${hostname} port=${serverPort}\n[pgbouncer]\n${lines.join('\n')}\n`
}

async function untilListening(port: number, logFile: string): Promise<void> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; ; await sleep(20)) {
    const socket = connect(port, '127.0.0.1')
    const listening = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (listening) return
    if (Date.now() > deadline) {
      throw new Error(`pgbouncer did not start:\n${readFileSync(logFile, 'utf8')}`)
    }
  }
}
