// A backup of pgBackRest, restored into a folder of its own and started there: only this user reaches it, and it writes
// nothing into the repository.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export type RestoreOptions = {
  /** Empty, and only this user's. */
  folder: string
  stanza: string
  configFile: string | undefined
  /** Undefined for everything that was archived. */
  moment: Date | undefined
  /** Of PostgreSQL; by default where Debian puts the version of the backup. */
  binDir: string | undefined
  timeoutMs: number
}

export type RestoredServer = {
  /** Where its socket is, as the host of a URL. */
  socketFolder: string
  restoreMs: number
  recoveryMs: number
  /** Position in the WAL where recovery ended. */
  endedAt: string
  /** Name of the newest WAL segment in the archive when the restore began. */
  newestSegment: string | undefined
  stop: () => Promise<void>
}

/** Why a backup cannot be restored, with the output of the program that said so. */
export class RestoreFailed extends Error {
  override readonly name = 'RestoreFailed'
}

export async function startRestored(options: RestoreOptions): Promise<RestoredServer> {
  const dataDir = join(options.folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const startedAt = performance.now()
  const newestSegment = await findNewestSegment(options)
  await restoreFiles(options, dataDir)
  const restoredAt = performance.now()
  const stop = await startServer(options, dataDir)
  return {
    socketFolder: options.folder,
    restoreMs: restoredAt - startedAt,
    recoveryMs: performance.now() - restoredAt,
    endedAt: readEnd(dataDir),
    newestSegment,
    stop,
  }
}

type Info = { archive?: { max?: string | null }[] }[]

async function findNewestSegment(options: RestoreOptions): Promise<string | undefined> {
  const [stanza] = JSON.parse(await runPgbackrest(options, ['--output=json', 'info'])) as Info // documented
  return stanza?.archive?.at(-1)?.max ?? undefined
}

/** Checks the checksum of every file that it restores. */
async function restoreFiles(options: RestoreOptions, dataDir: string): Promise<void> {
  const { folder, moment } = options
  const target = moment && ['--type=time', `--target=${timeOf(moment)}`, '--target-action=promote']
  const args = [
    `--pg1-path=${dataDir}`,
    // Tablespaces and links would lead out of the folder.
    `--tablespace-map-all=${join(folder, 'tablespaces')}`,
    ...(target ?? []),
    'restore',
  ]
  await runPgbackrest(options, args)
}

async function runPgbackrest(
  { stanza, configFile }: RestoreOptions,
  words: readonly string[],
): Promise<string> {
  const config = configFile === undefined ? [] : [`--config=${configFile}`]
  const args = [`--stanza=${stanza}`, ...config, '--log-level-console=warn', ...words]
  const child = spawn('pgbackrest', args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  const failed = once(child, 'error').then(([error]) => {
    throw new RestoreFailed(`pgbackrest does not start: ${(error as Error).message}`)
  })
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const [out, errors, [code]] = await Promise.race([ended, failed])
  if (code === 0) return out
  throw new RestoreFailed(`pgbackrest ${words.at(-1)} failed: ${out}${errors}`.trim())
}

/** Recovery ends with a new timeline, whose history says where the one before it was left. */
function readEnd(dataDir: string): string {
  const folder = join(dataDir, 'pg_wal')
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith('.history'))
    .toSorted()
    .at(-1)
  const lines = newest === undefined ? [] : readFileSync(join(folder, newest), 'utf8').split('\n')
  const [, position] = lines.findLast((line) => line.trim() !== '')?.split('\t') ?? []
  if (position !== undefined) return position
  throw new RestoreFailed('PostgreSQL started no new timeline: the backup was not recovered')
}

/** As PostgreSQL reads it, to the microsecond that a date does not have. */
const timeOf = (moment: Date): string => moment.toISOString().replace('T', ' ').replace('Z', '+00')

async function startServer(options: RestoreOptions, dataDir: string): Promise<() => Promise<void>> {
  const { folder } = options
  const hba = join(folder, 'pg_hba.conf')
  const config = join(folder, 'postgresql.conf')
  // The socket is in a folder that only this user can enter.
  writeFileSync(hba, 'local all all trust\n')
  writeFileSync(config, '')
  const settings = {
    config_file: config,
    hba_file: hba,
    ident_file: '',
    listen_addresses: '',
    unix_socket_directories: folder,
    // It must not write into the repository that it came from, or wait for the original's standbys.
    archive_mode: 'off',
    synchronous_standby_names: '',
    primary_conninfo: '',
    primary_slot_name: '',
    // Otherwise the limits of the original would have to be repeated here.
    hot_standby: 'off',
    max_wal_senders: '0',
    shared_buffers: '256MB',
    // A copy that is thrown away.
    fsync: 'off',
    autovacuum: 'off',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const logFile = join(folder, 'postgresql.log')
  const log = openSync(logFile, 'a')
  const program = join(binDirOf(options, dataDir), 'postgres')
  const args = ['-D', dataDir, '-p', '5432', ...flags]
  const child = spawn(program, args, { cwd: '/', stdio: ['ignore', log, log] })
  closeSync(log)
  const ended = once(child, 'exit')
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const stop = async () => {
    if (!isOver()) child.kill('SIGQUIT')
    if (!isOver()) await ended
  }
  const until = performance.now() + options.timeoutMs
  // The eighth line says `ready` when recovery is over: without hot standby no connection is accepted sooner.
  while (!isReady(dataDir)) {
    const isLate = performance.now() > until
    if (isOver() || isLate) {
      await stop()
      throw new RestoreFailed(
        `PostgreSQL ${isLate ? 'does not finish' : 'cannot finish'} recovery:\n${tailOf(logFile)}`,
      )
    }
    await sleep(100)
  }
  return stop
}

function binDirOf({ binDir }: RestoreOptions, dataDir: string): string {
  if (binDir !== undefined) return binDir
  const version = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim()
  const folder = `/usr/lib/postgresql/${version}/bin`
  if (existsSync(folder)) return folder
  throw new RestoreFailed(
    `The backup is of PostgreSQL ${version}, which is not in ${folder}. Set --bin-dir.`,
  )
}

function isReady(dataDir: string): boolean {
  try {
    return readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() === 'ready'
  } catch {
    return false // it has not written it yet
  }
}

const tailOf = (file: string): string =>
  readFileSync(file, 'utf8').trim().split('\n').slice(-10).join('\n')
