// Sealing and opening the secrets of one tenant, inside its transaction.
import type { KeyObject } from 'node:crypto'
import type { DataKeyName, Keyring } from '#crypto/keyring.ts'
import {
  dataKeyIdOf,
  openText,
  type Sealed,
  type SecretPlace,
  sealText,
} from '#crypto/sealed-secret.ts'
import type { Secret } from '#crypto/secret.ts'
import type { Context } from '#db/context.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { codeOf, FOREIGN_KEY_VIOLATION } from '#lib/database-failure.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { MasterKeyMissing, SecretDamaged } from '../errors.ts'
import {
  type DataKeyRow,
  findCurrentDataKey,
  findDataKey,
  insertDataKey,
  listDataKeys,
  listKeyStates,
  retireDataKey,
} from '../store.ts'

type VaultContext = Pick<Context, 'tx' | 'keyring'>

/** `needs_reentry`: sealed under a master key that was given up for lost. */
export type SecretState = 'readable' | 'needs_reentry'

/** Store what it gives in a column of the type `sealed_secret`, in the same transaction. */
export async function sealSecret(
  ctx: VaultContext,
  place: SecretPlace,
  secret: Secret,
): Promise<Sealed> {
  const { name, key } = await getCurrentKey(ctx)
  return sealText(key, name, place, secret.reveal())
}

/** `place` must say what it said when the secret was sealed. Throws SecretDamaged when it does not open there. */
export async function openSecret(
  ctx: VaultContext,
  place: SecretPlace,
  sealed: Sealed,
): Promise<Secret | 'needs_reentry'> {
  const id = dataKeyIdOf(sealed)
  if (id === undefined) throw new SecretDamaged(place, 'it has no known form')
  const name = { tenantId: ctx.tx.tenantId, id }
  const key = keyringOf(ctx).findDataKey(name) ?? (await getKey(ctx, name, place))
  if (key === 'needs_reentry') return key
  const secret = openText(key, name, place, sealed)
  if (!secret) throw new SecretDamaged(place, 'it was changed or belongs elsewhere')
  return secret
}

/** For lists: tells without opening anything which secrets have to be entered again. */
export async function listSecretStates(
  ctx: VaultContext,
  sealed: readonly Sealed[],
): Promise<SecretState[]> {
  const keyring = keyringOf(ctx)
  const rows = await listDataKeys(ctx.tx)
  const lost = rows.every((row) => keyring.holds(row.master_key_id))
    ? new Set()
    : await readLostKeys(ctx.tx)
  const readable = new Set(
    rows
      .filter((row) => keyring.holds(row.master_key_id) || !lost.has(row.master_key_id))
      .map(({ id }) => id),
  )
  return sealed.map((value) =>
    readable.has(dataKeyIdOf(value) ?? '') ? 'readable' : 'needs_reentry',
  )
}

function keyringOf({ keyring }: VaultContext): Keyring {
  if (!keyring) throw new Error('secrets were asked for where no master key was loaded')
  return keyring
}

async function readLostKeys(tx: Tx): Promise<Set<string>> {
  const states = await listKeyStates(tx)
  return new Set(states.filter((state) => state.is_lost).map(({ id }) => id))
}

async function getKey(
  ctx: VaultContext,
  name: DataKeyName,
  place: SecretPlace,
): Promise<KeyObject | 'needs_reentry'> {
  const keyring = keyringOf(ctx)
  const row = await findDataKey(ctx.tx, name.id)
  if (!row) throw new SecretDamaged(place, 'its data key does not exist')
  if (!keyring.holds(row.master_key_id)) return giveUp(ctx.tx, row.master_key_id)
  const key = unwrap(keyring, name, row)
  if (!key) throw new SecretDamaged(place, 'its data key was changed or belongs elsewhere')
  return key
}

async function giveUp(tx: Tx, masterKeyId: string): Promise<'needs_reentry'> {
  if ((await readLostKeys(tx)).has(masterKeyId)) return 'needs_reentry'
  throw new MasterKeyMissing(masterKeyId)
}

function unwrap(keyring: Keyring, name: DataKeyName, row: DataKeyRow): KeyObject | undefined {
  return keyring.unwrap({ ...name, masterKeyId: row.master_key_id, wrapped: row.wrapped })
}

/**
 * Read and unwrapped each time: sealing with a data key that was deleted from the table or damaged there would lose the
 * secret.
 */
async function getCurrentKey(ctx: VaultContext): Promise<{ name: DataKeyName; key: KeyObject }> {
  const { tx } = ctx
  const keyring = keyringOf(ctx)
  const row = (await findUsableKey(tx, keyring)) ?? (await makeCurrentKey(tx, keyring))
  const name = { tenantId: tx.tenantId, id: row.id }
  const key = unwrap(keyring, name, row)
  if (!key) throw new Error(`the data key ${row.id} of tenant ${tx.tenantId} was changed`)
  return { name, key }
}

/** A current key that can no longer be unwrapped is replaced. */
async function findUsableKey(tx: Tx, keyring: Keyring): Promise<DataKeyRow | undefined> {
  const row = await findCurrentDataKey(tx)
  if (!row || keyring.holds(row.master_key_id)) return row
  await giveUp(tx, row.master_key_id)
  await retireDataKey(tx, row.id)
  return undefined
}

const TRIES = 3

async function makeCurrentKey(tx: Tx, keyring: Keyring): Promise<DataKeyRow> {
  for (let attempt = 1; ; attempt++) {
    try {
      await tx.savepoint(() => insertNewKey(tx, keyring))
      break
    } catch (error) {
      // The master key was replaced and let go of since we looked.
      if (codeOf(error) !== FOREIGN_KEY_VIOLATION || attempt === TRIES) throw error
    }
  }
  const row = await findCurrentDataKey(tx)
  if (!row) throw new Error(`tenant ${tx.tenantId} has no data key after one was made`)
  return row
}

async function insertNewKey(tx: Tx, keyring: Keyring): Promise<void> {
  const [active] = await listKeyStates(tx)
  if (!active) throw new Error('no master key was admitted to this installation')
  if (!keyring.holds(active.id)) throw new MasterKeyMissing(active.id)
  const { id, wrapped } = keyring.makeDataKey({ tenantId: tx.tenantId, id: uuidv7() }, active.id)
  await insertDataKey(tx, { id, master_key_id: active.id, wrapped })
}
