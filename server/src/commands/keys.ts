// `keys …`: status and rotation of the master key, and giving up a lost one.
import { openKeyring } from '#app/keyring.ts'
import { refuseUnfitSchema } from '#app/readiness.ts'
import { loadConfig } from '#config/load.ts'
import { openDatabase } from '#db/database.ts'
import { readInstance } from '#domains/keys/index.ts'
import {
  abandonKeys,
  type KeyContext,
  type KeyStatus,
  MasterKeyRefused,
  NothingToAbandon,
  ROTATION_LANES,
  readKeyStatus,
  refuseWrongMasterKey,
  rotateKeys,
} from '#domains/vault/index.ts'
import { CommandError, type ExitName } from './exit-codes.ts'
import { type Output, table } from './output.ts'

/** Opens the database for one command and always closes it. */
async function withKeyContext<T>(work: (ctx: KeyContext) => Promise<T>): Promise<T> {
  const { database, keys } = loadConfig({ needs: ['database', 'master'] })
  const url = database.url.reveal()
  const db = openDatabase({ ...database, url, poolSize: ROTATION_LANES })
  try {
    await refuseUnfitSchema(db, database.rolePrefix)
    const keyring = openKeyring(keys, await readInstance(db.auth))
    return await work({ ...db, keyring })
  } finally {
    await db.close()
  }
}

export async function keysStatus(output: Output): Promise<ExitName> {
  return withKeyContext(async (ctx) => {
    const status = await readKeyStatus(ctx)
    const next = await adviseNext(ctx, status)
    const rows = status.master_keys.map((key) => [
      key.id,
      key.state,
      String(key.data_keys),
      key.since,
      key.variable ?? '',
    ])
    output.result({ ...status, ...next }, [
      ...table(['MASTER KEY', 'STATE', 'DATA KEYS', 'SINCE', 'VARIABLE'], rows),
      ...describeReentry(status),
      next.advice,
    ])
    return next.ready ? 'ok' : 'config'
  })
}

/** Lines that fit a screen; the rest is in the JSON output. */
const SHOWN = 20

function describeReentry({ needs_reentry: places }: KeyStatus): string[] {
  const lines = places
    .slice(0, SHOWN)
    .map(
      ({ tenant, where, secrets }) =>
        `Tenant ${tenant} must re-enter ${secrets} secret${secrets === 1 ? '' : 's'} in ${where}`,
    )
  const more = places.length - lines.length
  return more > 0 ? [...lines, `… and ${more} more; list all with --json`] : lines
}

async function adviseNext(
  ctx: KeyContext,
  status: KeyStatus,
): Promise<{ ready: boolean; advice: string }> {
  try {
    const masterKeys = await refuseWrongMasterKey(ctx.owner, ctx.keyring)
    if (!masterKeys)
      return {
        ready: true,
        advice: 'No master key is in use yet. It is registered on the first start.',
      }
    if (masterKeys.retiring.length > 0) {
      return {
        ready: true,
        advice:
          'After every process has been restarted with both keys, run: task-service keys rotate',
      }
    }
    const lost = status.needs_reentry.length > 0
    return {
      ready: true,
      advice: lost
        ? 'If you find the lost key, set SERVICE_ACP_MASTER_KEY_PREVIOUS to it and run: task-service keys rotate'
        : 'All data keys are encrypted with SERVICE_ACP_MASTER_KEY.',
    }
  } catch (error) {
    if (!(error instanceof MasterKeyRefused)) throw error
    return { ready: false, advice: error.message }
  }
}

/** Progress lines are throttled to this interval. */
const NOTE_EVERY_MS = 1_000

export async function keysRotate(output: Output): Promise<ExitName> {
  return withKeyContext(async (ctx) => {
    let notedAt = performance.now()
    const result = await rotateKeys(ctx, ({ tenants, rewrapped }) => {
      if (performance.now() - notedAt < NOTE_EVERY_MS) return
      notedAt = performance.now()
      output.note(`checked ${tenants} tenants, re-encrypted ${rewrapped} data keys`)
    })
    const { rewrapped, released, damaged } = result
    const done = { rewrapped, released, damaged }
    if (damaged.length > 0) {
      output.result(done, [
        `Re-encrypted ${rewrapped} data keys. ${damaged.length} cannot be decrypted because their rows were changed:`,
        ...damaged.map(({ tenantId, dataKeyId }) => `  tenant ${tenantId}, data key ${dataKeyId}`),
        'Restore these rows of data_keys from a backup and run this command again. Keep SERVICE_ACP_MASTER_KEY_PREVIOUS until then.',
      ])
      return 'unhealthy'
    }
    output.result(
      done,
      released.length === 0
        ? 'Nothing to do: all data keys are encrypted with SERVICE_ACP_MASTER_KEY.'
        : [
            `Re-encrypted ${rewrapped} data keys. The master key ${released.join(' and ')} is no longer in use.`,
            'Remove SERVICE_ACP_MASTER_KEY_PREVIOUS. Keep the old key for as long as you keep backups from before this rotation.',
          ],
    )
    return 'ok'
  })
}

export async function keysAbandon(
  output: Output,
  options: Record<string, unknown>,
): Promise<undefined> {
  return withKeyContext(async ({ owner, keyring }) => {
    const { confirm } = options
    const confirmed = typeof confirm === 'string' ? confirm : ''
    const lost = await abandonKeys(owner, keyring, confirmed).catch((error: unknown) => {
      throw error instanceof NothingToAbandon ? new CommandError('usage', error.message) : error
    })
    output.result({ lost, active: keyring.currentId }, [
      `Gave up the master key ${lost.join(' and ')}. SERVICE_ACP_MASTER_KEY (id ${keyring.currentId}) replaces it.`,
      'Secrets encrypted with it must be re-entered. List them with: task-service keys status',
    ])
    return undefined
  })
}
