// A database that archives into an encrypted repository of pgBackRest, set up as deploy/pgbackrest says.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { withAdmin } from '../admin-client.ts'
import { childEnv } from '../child-env.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import { MAIN } from '../service.ts'
import { temporaryRoot } from '../temporary-root.ts'
import { findUnprivilegedUser, type ProcessOwner } from '../unprivileged-user.ts'

const execute = promisify(execFile)
const RECIPE = join(import.meta.dirname, '../../../deploy/pgbackrest')
export const STANZA = 'tasks'

export type BackupSite = {
  cluster: Cluster
  configFile: string
  /** Belongs to the user of PostgreSQL. */
  folder: string
  owner: ProcessOwner | undefined
  /** `pgbackrest …` as that user. */
  run: (...args: string[]) => Promise<string>
  /** A program of Node.js as that user. */
  runNode: (
    args: readonly string[],
    env: Record<string, string>,
  ) => Promise<{ stdout: string; stderr: string }>
  /** `restore --drill …` as an operator runs it, as that user, with the environment of the service. */
  drill: (args: readonly string[], env: Record<string, string>) => Promise<Drill>
  /** Until everything written so far is in the repository. */
  archiveAll: () => Promise<void>
  /** A file of the repository without which the newest state cannot be restored. */
  neededFile: (kind: 'backup' | 'archive') => string
  stop: () => Promise<void>
}

export type Drill = { code: number; stdout: string; stderr: string }

export async function startBackupSite(options: { fsync: boolean }): Promise<BackupSite> {
  const owner = findUnprivilegedUser()
  const folder = mkdtempSync(join(temporaryRoot(), 'task-pitr-'))
  const give = (path: string) => {
    if (owner) chownSync(path, owner.uid, owner.gid)
  }
  give(folder)
  for (const name of ['repository', 'log', 'lock', 'drills']) {
    mkdirSync(join(folder, name), { mode: 0o700 })
    give(join(folder, name))
  }
  const configFile = join(folder, 'pgbackrest.conf')
  const cluster = await startCluster({ fsync: options.fsync, settings: archiving(configFile) })
  writeFileSync(configFile, configOf(folder, cluster), { mode: 0o600 })
  give(configFile)
  const run = async (...args: string[]) => {
    const words = [`--config=${configFile}`, `--stanza=${STANZA}`, ...args]
    const { stdout } = await execute('pgbackrest', words, { ...owner, cwd: '/' })
    return stdout
  }
  const runNode: BackupSite['runNode'] = (args, env) => {
    // `setpriv` starts it even where only root finds Node.js.
    const user = owner
      ? ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']
      : []
    const [first = '', ...rest] = [...user, process.execPath, ...args]
    return execute(first, rest, { env: childEnv(env), cwd: '/', maxBuffer: 2 ** 26 })
  }
  const place = [
    `--stanza=${STANZA}`,
    `--config=${configFile}`,
    `--folder=${join(folder, 'drills')}`,
  ]
  const start = [MAIN, 'restore', '--drill', '--json', ...place, `--bin-dir=${cluster.binDir}`]
  return {
    cluster,
    runNode,
    drill: (args, env) =>
      runNode([...start, ...args], env).then(
        (printed) => ({ code: 0, ...printed }),
        ({ code, stdout, stderr }: Drill) => ({ code, stdout, stderr }),
      ),
    configFile,
    folder,
    owner,
    run,
    archiveAll: () => archiveAll(cluster),
    neededFile: (kind) => findNeeded(kind, join(folder, 'repository', kind)),
    async stop() {
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The settings of the recipe. */
function archiving(configFile: string): Record<string, string> {
  const settings = parseEnv(readFileSync(join(RECIPE, 'postgresql.conf'), 'utf8'))
  const command = String(settings['archive_command'])
  return {
    archive_mode: String(settings['archive_mode']),
    archive_timeout: String(settings['archive_timeout']),
    archive_command: command.replace('pgbackrest ', `pgbackrest --config=${configFile} `),
  }
}

/** The recipe with the folders of this run. */
function configOf(folder: string, { dataDir, port }: Cluster): string {
  const values: Record<string, string> = {
    'repo1-path': join(folder, 'repository'),
    'repo1-cipher-pass': randomBytes(36).toString('base64'),
    'log-path': join(folder, 'log'),
    'lock-path': join(folder, 'lock'),
    'pg1-path': dataDir,
    'pg1-port': String(port),
    'pg1-socket-path': dirname(dataDir),
  }
  const recipe = readFileSync(join(RECIPE, 'pgbackrest.conf'), 'utf8')
  return recipe.replaceAll(/^([\w-]+)=(.*)$/gm, (_, name: string, value: string) => {
    return `${name}=${values[name] ?? value}`
  })
}

async function archiveAll({ superuserUrl }: Cluster): Promise<void> {
  await withAdmin(superuserUrl, async (admin) => {
    const { rows } = await admin.query<{ file: string }>(
      `select pg_walfile_name(pg_switch_wal()) as file`,
    )
    for (const until = Date.now() + 60_000; Date.now() < until; ) {
      const { rows: archived } = await admin.query(
        'select from pg_stat_archiver where last_archived_wal >= $1',
        [rows[0]?.file],
      )
      if (archived.length > 0) return
      await admin.query('select pg_sleep(0.2)')
    }
    throw new Error('the archive is behind')
  })
}

/** The largest data file, or the newest WAL segment: what was archived before the backup is not needed. */
function findNeeded(kind: 'backup' | 'archive', folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const found =
    kind === 'backup'
      ? files
          .filter((file) => file.includes('/pg_data/base/'))
          .toSorted((a, b) => statSync(b).size - statSync(a).size)[0]
      : files
          .filter((file) => /\/[0-9A-F]{24}-[0-9a-f]{40}/.test(file))
          .toSorted()
          .at(-1)
  if (found === undefined) throw new Error(`nothing in ${folder}`)
  return found
}
