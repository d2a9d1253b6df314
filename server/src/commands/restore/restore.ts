// `restore --drill`: restores a backup of pgBackRest beside the running installation, checks it, and says how long it took
// and how old its newest change is. One tenant of it can be exported, for the running installation.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEverySecret } from '#app/drill/open-every-secret.ts'
import {
  type RestoredServer,
  RestoreFailed,
  type RestoreOptions,
  startRestored,
} from '#app/drill/restored-server.ts'
import { openKeyring } from '#app/keyring.ts'
import { refuseUnfitSchema } from '#app/readiness.ts'
import type { Config } from '#config/config.ts'
import { loadConfig } from '#config/load.ts'
import { openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { takeFingerprint } from '#db/operate/take-fingerprint.ts'
import { sql } from '#db/sql.ts'
import { readInstance } from '#domains/keys/index.ts'
import { refuseWrongMasterKey } from '#domains/vault/index.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import {
  exportRestored,
  listRestored,
  readTenantExport,
  type TenantExport,
} from './restore-tenant.ts'

type Options = Record<string, unknown>

const TIMEOUT_MS = 3_600_000

export async function restoreCommand(output: Output, options: Options): Promise<ExitName> {
  const config = loadConfig({ needs: ['database', 'master'] })
  const expected = readExpected(options['fingerprint'])
  const wanted = readTenantExport(options)
  const given = readOptions(options)
  const folder = mkdtempSync(join(textOf(options['folder']) ?? tmpdir(), 'task-service-drill-'))
  const startedAt = new Date()
  const asked = { ...given, folder }
  try {
    const server = await startRestored(asked)
    try {
      const copy = await openCopy(config, server, wanted, output.note)
      try {
        const checked = await check(copy, server, asked.moment)
        const rtoSeconds = secondsSince(startedAt)
        const newest = checked.newest_change
        const until = asked.moment ?? startedAt
        const isEqual = expected === undefined ? null : expected === checked.fingerprint
        const exported = wanted && (await exportRestored(copy, wanted, output))
        const result = {
          rto_seconds: rtoSeconds,
          rpo_seconds: newest && round((until.getTime() - newest.getTime()) / 1_000),
          restore_seconds: round(server.restoreMs / 1_000),
          recovery_seconds: round(server.recoveryMs / 1_000),
          ...checked,
          fingerprint_is_equal: isEqual,
          exported_tenant: exported?.result ?? null,
        }
        output.result(result, [...describe(result), ...(exported ? listRestored(exported) : [])])
        return isEqual === false || checked.secrets.opened < checked.secrets.stored
          ? 'unhealthy'
          : 'ok'
      } finally {
        await copy.db.close()
      }
    } finally {
      await server.stop()
    }
  } catch (error) {
    if (error instanceof RestoreFailed) throw new CommandError('unhealthy', error.message)
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** With the runtime roles, as the service would use it. */
async function openCopy(
  { database, keys }: Config<'database' | 'master'>,
  server: RestoredServer,
  wanted: TenantExport | undefined,
  note: Output['note'],
) {
  const original = new URL(database.url.reveal())
  const path = `${encodeURIComponent(server.socketFolder)}${original.pathname}`
  const url = `postgres://${original.username}@${path}`
  const { rolePrefix } = database
  // A backup from before an upgrade: the running installation imports only what has its own schema level.
  if (wanted) await migrate({ databaseUrl: url, rolePrefix, log: note })
  const db = openDatabase({ ...database, url, poolSize: 2 })
  try {
    await refuseUnfitSchema(db, rolePrefix)
    const keyring = openKeyring(keys, await readInstance(db.auth))
    await refuseWrongMasterKey(db.owner, keyring)
    return { db, keyring, url, rolePrefix }
  } catch (error) {
    await db.close()
    throw error
  }
}

type Copy = Awaited<ReturnType<typeof openCopy>>

async function check(
  { db, keyring, url, rolePrefix }: Copy,
  server: RestoredServer,
  moment: Date | undefined,
) {
  const [row] = await db.owner.rows<{ newest: Date | null; segment: string }>(
    sql`select pg_last_xact_replay_timestamp() as newest,
      pg_walfile_name(${server.endedAt}::pg_lsn) as segment`,
  )
  if (moment === undefined) refuseGap(row?.segment ?? '', server.newestSegment)
  const secrets = await openEverySecret({ ...db, keyring })
  const { rows, digest } = await takeFingerprint({ databaseUrl: url, rolePrefix })
  return { newest_change: row?.newest ?? null, secrets, rows, fingerprint: digest }
}

/** A name is the timeline, which recovery changes, and the position. */
const positionOf = (segment: string): string => segment.slice(8)

/**
 * A segment that cannot be read looks to PostgreSQL like the end of the archive: without a moment to reach it stops there
 * and starts, without the changes after it.
 */
function refuseGap(reached: string, newest: string | undefined): void {
  if (newest === undefined || positionOf(reached) >= positionOf(newest)) return
  throw new RestoreFailed(
    `Recovery ended in WAL segment ${reached}, but the archive continues to ${newest}: a file of the archive is damaged or missing. Find it with pgbackrest verify.`,
  )
}

function readOptions(options: Options): Omit<RestoreOptions, 'folder'> {
  if (options['drill'] !== true) {
    throw new CommandError(
      'usage',
      'Only drills are supported: task-service restore --drill. To restore for real, run pgbackrest restore; see docs/guide/point-in-time-recovery.md.',
    )
  }
  const moment = readMoment(options['to'])
  if (process.getuid?.() === 0) {
    throw new CommandError(
      'usage',
      'PostgreSQL does not run as root. Run this command as the user that can read the backups, such as postgres.',
    )
  }
  return {
    stanza: textOf(options['stanza']) ?? 'tasks',
    configFile: textOf(options['config']),
    binDir: textOf(options['binDir']),
    moment,
    timeoutMs: TIMEOUT_MS,
  }
}

function readMoment(value: unknown): Date | undefined {
  if (typeof value !== 'string') return undefined
  const moment = new Date(value)
  if (!Number.isNaN(moment.getTime()) && moment <= new Date()) return moment
  throw new CommandError(
    'usage',
    `--to ${value}: must be a time in the past, such as 2026-01-31T12:00:00Z.`,
  )
}

/** The digest of a file that `fingerprint --json` printed. */
function readExpected(file: unknown): string | undefined {
  if (typeof file !== 'string') return undefined
  try {
    const { digest } = JSON.parse(readFileSync(file, 'utf8')) as { digest?: unknown }
    if (typeof digest === 'string') return digest
  } catch {
    // Neither is a file of another kind.
  }
  throw new CommandError('usage', `--fingerprint ${file}: not a file of fingerprint --json.`)
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined
const round = (seconds: number): number => Math.round(seconds * 10) / 10
const secondsSince = (from: Date): number => round((Date.now() - from.getTime()) / 1_000)

type Result = Awaited<ReturnType<typeof check>> & {
  rto_seconds: number
  rpo_seconds: number | null
  restore_seconds: number
  recovery_seconds: number
  fingerprint_is_equal: boolean | null
}

function describe(result: Result): string[] {
  const { secrets, newest_change: newest, fingerprint_is_equal: isEqual } = result
  const equality =
    isEqual === null ? '' : isEqual ? ', equal to the expected one' : ', NOT the expected one'
  return [
    `RTO: ${result.rto_seconds} s until the restored database was checked (restore ${result.restore_seconds} s, recovery ${result.recovery_seconds} s).`,
    newest === null
      ? 'RPO: unknown; no change was replayed after the backup.'
      : `RPO: ${result.rpo_seconds} s; the newest restored change is of ${newest.toISOString()}.`,
    `Secrets: ${secrets.opened} of ${secrets.stored} can be decrypted with SERVICE_ACP_MASTER_KEY.`,
    `Fingerprint: ${result.rows} rows, ${result.fingerprint}${equality}.`,
  ]
}
