// A PostgreSQL cluster in a given folder, which may outlive the run: large data sets take long to load.
import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres } from '../../tests/harness/find-postgres.ts'
import { findFreePort } from '../../tests/harness/free-port.ts'
import { startGuardian } from '../../tests/harness/guardian.ts'
import { temporaryRoot } from '../../tests/harness/temporary-root.ts'
import { findUnprivilegedUser } from '../../tests/harness/unprivileged-user.ts'

const run = promisify(execFile)

/** After a crash the log of a long load is replayed first. */
const START_SECONDS = 900

export type Settings = Record<string, string>

export type DataCluster = {
  superuserUrl: string
  binDir: string
  directory: string
  /** What it was first started with. */
  settings: Settings
  /** Stops in order and starts again, with other settings. */
  restart(settings: Settings): Promise<void>
  /** Ends the server; its files stay if their folder was given. */
  stop(): Promise<void>
}

export async function startDataCluster(
  kept: string | undefined,
  chooseSettings: (directory: string) => Settings,
): Promise<DataCluster> {
  const owner = findUnprivilegedUser()
  const directory = kept ?? mkdtempSync(join(temporaryRoot(), 'task-service-pg-'))
  mkdirSync(directory, { recursive: true })
  if (owner) chownSync(directory, owner.uid, owner.gid)
  const { binDir } = findPostgres('any', directory)
  const data = join(directory, 'data')
  const control = async (...args: readonly string[]) => {
    const all = ['-D', data, '-w', '-t', String(START_SECONDS), '-l', join(directory, 'log')]
    await run(join(binDir, 'pg_ctl'), [...all, ...args], { ...owner, cwd: directory })
  }
  // Ends the server with us, however we end, and deletes what was not asked to be kept.
  const guardian = startGuardian(kept === undefined ? [directory] : [])
  const port = await findFreePort()
  const start = async (chosen: Settings) => {
    await control('-o', serverOptions({ ...chosen, port: String(port) }, directory), 'start')
    guardian.watch(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]))
  }
  const stop = async () => {
    await control('-m', 'fast', 'stop')
    guardian.watch(undefined)
  }
  if (!existsSync(join(data, 'PG_VERSION'))) {
    const choice = '--username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync'
    await control('-o', choice, 'init')
  }
  const settings = chooseSettings(directory)
  await start(settings)
  return {
    superuserUrl: `postgres://postgres@127.0.0.1:${port}/postgres`,
    binDir,
    directory,
    settings,
    restart: async (others) => {
      await stop()
      await start(others)
    },
    stop: async () => {
      await stop()
      await guardian.release()
    },
  }
}

function serverOptions(settings: Settings, directory: string): string {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: directory,
    timezone: 'UTC',
    ...settings,
  }
  return Object.entries(all)
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ')
}
