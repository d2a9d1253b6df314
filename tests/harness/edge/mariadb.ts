// A throw-away MariaDB on a free port, as Debian packages it: for what speaks to customers' databases.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../free-port.ts'
import { startGuardian } from '../guardian.ts'
import { temporaryRoot } from '../temporary-root.ts'
import { findUnprivilegedUser } from '../unprivileged-user.ts'

export type Mariadb = {
  port: number
  /** Where `root` gets in without a password. */
  socket: string
  stop: () => Promise<void>
}

const START_TIMEOUT_MS = 60_000
const programs = { install: '/usr/bin/mariadb-install-db', server: '/usr/sbin/mariadbd' }

export const hasMariadb = (): boolean => Object.values(programs).every((path) => existsSync(path))

export async function startMariadb({ bind = '127.0.0.1' } = {}): Promise<Mariadb> {
  if (!hasMariadb()) throw new Error('MariaDB is missing: apt-get install mariadb-server')
  const owner = findUnprivilegedUser()
  const folder = mkdtempSync(join(temporaryRoot(), 'task-service-mariadb-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const guardian = startGuardian([folder])
  const [data, socket, logFile] = ['data', 'socket', 'log'].map((name) => join(folder, name))
  if (!data || !socket || !logFile) throw new Error('unreachable')
  const common = ['--no-defaults', `--datadir=${data}`]
  const options = { ...owner, cwd: folder, env: { PATH: process.env['PATH'] } }
  execFileSync(
    programs.install,
    [...common, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { ...options, stdio: 'ignore' },
  )
  const port = await findFreePort()
  const log = openSync(logFile, 'a')
  const server = spawn(
    programs.server,
    [
      ...common,
      `--socket=${socket}`,
      `--port=${port}`,
      `--bind-address=${bind}`,
      `--pid-file=${join(folder, 'pid')}`,
      '--innodb-flush-log-at-trx-commit=2',
      '--innodb-buffer-pool-size=64M',
      '--character-set-server=utf8mb4',
    ],
    { ...options, detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  guardian.watch(server.pid)
  const isReady = () => readFileSync(logFile, 'utf8').includes('ready for connections')
  for (const start = Date.now(); !isReady(); await sleep(50)) {
    if (server.exitCode !== null || Date.now() - start > START_TIMEOUT_MS)
      throw new Error(`MariaDB did not start:\n${readFileSync(logFile, 'utf8')}`)
  }
  server.unref()
  return {
    port,
    socket,
    async stop() {
      if (server.exitCode === null && server.signalCode === null) {
        const gone = once(server, 'exit')
        server.ref()
        server.kill('SIGKILL')
        await gone
      }
      guardian.watch(undefined)
      await guardian.release()
    },
  }
}
