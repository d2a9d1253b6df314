// A real Redmine in a folder and on a port of its own: started, killed, restarted on the same data, put back, removed.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RemoteRef } from '@task-service/kit'
import { findFreePort } from '../../../tests/harness/free-port.ts'
import { type Guardian, startGuardian } from '../../../tests/harness/guardian.ts'
import { temporaryRoot } from '../../../tests/harness/temporary-root.ts'
import { handsOf, type RedmineHands } from './redmine-hands.ts'
import {
  copyRedmineProgram,
  homeOf,
  isRedmineInstalled,
  packagedDatabase,
} from './redmine-program.ts'

const installer = 'tools/redmine/install.sh'
const startTimeoutMs = 90_000

export const project = 'sync'
/** Of `X-Redmine-API-Key`; all but the administrator have permissions in the project only, `stranger` none at all. */
export const keys = {
  admin: 'a'.repeat(40),
  syncbot: 'b'.repeat(40),
  alice: 'c'.repeat(40),
  reporter: 'd'.repeat(40),
  stranger: 'e'.repeat(40),
}

export type RedmineServer = {
  url: string
  /** Another person's hands. */
  alice: RedmineHands
  admin: RedmineHands
  /** What it printed and logged so far. */
  log: () => string
  /** Adds so many issues at once, by copying one: the newest ten seconds old and each a second older than the next, or all of one second. */
  fill: (count: number, of?: 'one second') => Promise<void>
  /** Sets when an issue was changed last, without changing it. */
  backdate: (ref: RemoteRef, at: Date) => void
  /** Its times are no finer than seconds, and so two of them may be equal. */
  waitForNextSecond: () => Promise<void>
  /** At once, as a crash would. */
  kill: () => Promise<void>
  /** In order if it runs, and on the same port and data. */
  restart: () => Promise<void>
  /** As it was after its first start. */
  reset: () => Promise<void>
  /** Ends it and deletes its files. */
  stop: () => Promise<void>
}

type Place = {
  directory: string
  root: string
  database: string
  logFile: string
  guardian: Guardian
}

export async function startRedmine(): Promise<RedmineServer> {
  if (!isRedmineInstalled()) throw new Error(`there is no Redmine: run ${installer} as root`)
  const place = createPlace()
  try {
    const port = await findFreePort()
    return await describeServer(place, port, await launch(place, port))
  } catch (error) {
    await place.guardian.release()
    throw error
  }
}

function createPlace(): Place {
  const directory = mkdtempSync(join(temporaryRoot(), 'task-service-redmine-'))
  const guardian = startGuardian([directory])
  const root = join(directory, 'program')
  const database = join(homeOf(root), 'database')
  copyRedmineProgram(root, { adapter: 'sqlite3', database, timeout: 10_000, pool: 8 })
  writeFileSync(join(root, 'config.ru'), rackProgram)
  copyFileSync(packagedDatabase, database)
  const owner = findOwner()
  if (owner) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, directory])
  return { directory, root, database, logFile: join(directory, 'log'), guardian }
}

/**
 * Its first start seeds the database, which saves loading the program twice. One request at a time: two writers make
 * SQLite refuse one of them, which is SQLite's habit and not Redmine's. Threads beyond one hold open connections.
 */
const rackProgram = `
require_relative 'config/environment'
unless Project.exists?(identifier: '${project}') && Token.exists?(value: '${keys.syncbot}')
  load '${join(import.meta.dirname, 'seed.rb')}'
end
use Rack::Lock
run Rails.application
`

/** The server must not run as root. */
function findOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const account = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'www-data')
  if (account === undefined) throw new Error('there is no user www-data to run Redmine')
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

async function launch(place: Place, port: number): Promise<ChildProcess> {
  const log = openSync(place.logFile, 'a')
  const server = ['-e', 'production', '-t', '8:8', '-b', `tcp://127.0.0.1:${port}`]
  const child = spawn('bundle', ['exec', 'puma', ...server], {
    cwd: place.root,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: place.directory,
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      RAILS_ENV: 'production',
      REDMINE_INSTANCE: 'default',
      REDMINE_KEYS: JSON.stringify(keys),
    },
    stdio: ['ignore', log, log],
    ...findOwner(),
  })
  place.guardian.watch(child.pid)
  const deadline = Date.now() + startTimeoutMs
  while (!(await isAnswering(port))) {
    const isOver = child.exitCode !== null || child.signalCode !== null || Date.now() > deadline
    if (isOver) throw new Error(`Redmine did not start:\n${readLog(place)}`)
    await sleep(50)
  }
  child.unref()
  return child
}

async function isAnswering(port: number): Promise<boolean> {
  try {
    const headers = { 'X-Redmine-API-Key': keys.syncbot }
    return (await fetch(`http://127.0.0.1:${port}/users/current.json`, { headers })).ok
  } catch {
    return false
  }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.ref()
  child.kill(signal)
  await exited
}

async function describeServer(
  place: Place,
  port: number,
  first: ChildProcess,
): Promise<RedmineServer> {
  let child = first
  const pristine = join(place.directory, 'pristine')
  copyFileSync(place.database, pristine)
  const url = `http://127.0.0.1:${port}`
  const start = async () => {
    await end(child, 'SIGTERM')
    child = await launch(place, port)
  }
  return {
    url,
    alice: handsOf(url, keys.alice, project),
    admin: handsOf(url, keys.admin, project),
    log: () => readLog(place),
    fill: (count, of) => fill(place, handsOf(url, keys.alice, project), count, of),
    backdate: (ref, at) => backdate(place, ref, at),
    async waitForNextSecond() {
      const second = Math.floor(Date.now() / 1000)
      while (Math.floor(Date.now() / 1000) === second) await sleep(20)
    },
    kill: () => end(child, 'SIGKILL'),
    restart: start,
    async reset() {
      await end(child, 'SIGTERM')
      rmSync(`${place.database}-journal`, { force: true })
      // Overwrites the existing file, which keeps its owner: the account of the server.
      copyFileSync(pristine, place.database)
      await start()
    },
    async stop() {
      await end(child, 'SIGTERM')
      place.guardian.watch(undefined)
      await place.guardian.release()
    },
  }
}

function readLog({ logFile, root }: Place): string {
  const files = [logFile, join(homeOf(root), 'log/production.log')]
  return files.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')).join('\n')
}

function backdate({ database }: Place, { id }: RemoteRef, at: Date): void {
  const db = new DatabaseSync(database, { timeout: 10_000 })
  try {
    const time = at.toISOString().slice(0, 19).replace('T', ' ')
    db.prepare('update issues set updated_on = ? where id = ?').run(time, Number(id))
  } finally {
    db.close()
  }
}

/** Over the API this would take a minute for a thousand. An issue without parent is its own tree. */
async function fill(
  { database }: Place,
  hands: RedmineHands,
  count: number,
  of?: 'one second',
): Promise<void> {
  const model = await hands.create({
    title: 'Model',
    description: 'The one all others are made of.',
  })
  const db = new DatabaseSync(database, { timeout: 10_000 })
  try {
    db.prepare(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?),
         times (n, at) as (select n, datetime('now', '-' || (10 + ? * (? - n)) || ' seconds') from numbers)
       insert into issues (root_id, tracker_id, project_id, subject, description, status_id, priority_id, author_id,
         lock_version, done_ratio, lft, rgt, is_private, start_date, created_on, updated_on)
       select 0, tracker_id, project_id, 'Issue ' || n, 'Text of issue ' || n, status_id, priority_id, author_id,
         0, 0, 1, 2, 0, start_date, at, at
       from times, issues where issues.id = ?`,
    ).run(count - 1, of === 'one second' ? 0 : 1, count, Number(model.id))
    db.exec('update issues set root_id = id where root_id = 0')
  } finally {
    db.close()
  }
}
