// Rotates the master key while the service runs: the data keys of every tenant are rewrapped, one transaction each, and
// the old key is released when nothing depends on it. After a crash at any point, the next run resumes; concurrent runs
// do not disturb each other.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Keyring } from '#crypto/keyring.ts'
import type { Reader } from '#db/reader.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { walkTenants } from '#domains/tenants/index.ts'
import type { MasterKeyStatus } from '../master-key-status.ts'
import {
  type DataKeyRow,
  deleteMasterKeys,
  insertMasterKey,
  listDataKeys,
  updateWrapping,
} from '../store.ts'
import { admitMasterKey } from './admit-master-key.ts'

type RunInTenant = <T>(tenantId: string, work: (tx: Tx) => Promise<T>) => Promise<T>

/** What work on all keys needs: the master keys, and every way to the tables behind them. */
export type KeyContext = {
  keyring: Keyring
  owner: Reader
  auth: Reader
  tenantRead: RunInTenant
  tenantTx: RunInTenant
}

export type RotationProgress = { tenants: number; rewrapped: number }

export type RotationResult = RotationProgress & {
  /** Data keys that cannot be unwrapped: their rows were changed. */
  damaged: { tenantId: string; dataKeyId: string }[]
  /** Master keys that nothing depends on. */
  released: string[]
}

/** Transactions at the same time; the caller's pool must have as many connections. */
export const ROTATION_LANES = 4
/** A transaction that looked before the change may still write under the old key; it ends sooner than this. */
const ROUNDS = 40
const BETWEEN_ROUNDS_MS = 1_000

export async function rotateKeys(
  ctx: KeyContext,
  onProgress: (progress: RotationProgress) => void,
): Promise<RotationResult> {
  const { retiring } = await beginRotation(ctx)
  const result: RotationResult = { tenants: 0, rewrapped: 0, damaged: [], released: [] }
  if (retiring.length === 0) return result
  for (let round = 1; round <= ROUNDS; round++) {
    result.tenants = 0
    result.damaged = []
    await rewrapAll(ctx, retiring, result, onProgress)
    if (await deleteMasterKeys(ctx.owner, retiring)) return { ...result, released: retiring }
    if (result.damaged.length > 0) return result
    await sleep(BETWEEN_ROUNDS_MS)
  }
  throw new Error(
    `Data keys that belong to no tenant are still wrapped by the master key ${retiring.join(' and ')}.`,
  )
}

/** From here on new data keys are wrapped by the current key. */
async function beginRotation({ owner, keyring }: KeyContext): Promise<MasterKeyStatus> {
  const masterKeys = await admitMasterKey(owner, keyring)
  if (!masterKeys.isWaiting) return masterKeys
  const generation = masterKeys.generation + 1
  await insertMasterKey(owner, {
    id: keyring.currentId,
    generation,
    canary: keyring.makeCanary(),
  })
  // The first process decides; a process with another key is rejected here.
  return admitMasterKey(owner, keyring)
}

/** Tenants that are being deleted too: what they have left depends on the key all the same. */
async function rewrapAll(
  ctx: KeyContext,
  retiring: readonly string[],
  result: RotationResult,
  onProgress: (progress: RotationProgress) => void,
): Promise<void> {
  for await (const page of walkTenants(ctx.auth)) {
    const found = await Promise.all(
      page.map(async ({ tenant_id: tenantId }) => {
        const rows = await ctx.tenantRead(tenantId, listDataKeys)
        return rows
          .filter((row) => retiring.includes(row.master_key_id))
          .map((row) => ({ tenantId, row }))
      }),
    )
    const waiting = found.flat().values()
    const lane = async () => {
      for (const { tenantId, row } of waiting) await rewrapOne(ctx, tenantId, row, result)
    }
    // All lanes end before the error is thrown, so that nothing is in progress when the caller sees it.
    const lanes = await Promise.allSettled(Array.from({ length: ROTATION_LANES }, lane))
    const broken = lanes.find(({ status }) => status === 'rejected')
    if (broken?.status === 'rejected') throw broken.reason
    result.tenants += page.length
    onProgress(result)
  }
}

async function rewrapOne(
  { keyring, tenantTx }: KeyContext,
  tenantId: string,
  row: DataKeyRow,
  result: RotationResult,
): Promise<void> {
  const { id, master_key_id: from, wrapped } = row
  const rewrapped = keyring.rewrap({ tenantId, id, masterKeyId: from, wrapped })
  if (!rewrapped) {
    result.damaged.push({ tenantId, dataKeyId: id })
    return
  }
  const key = { id, master_key_id: rewrapped.masterKeyId, wrapped: rewrapped.wrapped }
  if (await tenantTx(tenantId, (tx) => updateWrapping(tx, key, from))) result.rewrapped++
}
