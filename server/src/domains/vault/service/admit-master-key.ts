// At every start: is this the installation's master key? The first one that ever comes is.
import type { Keyring } from '#crypto/keyring.ts'
import type { Reader } from '#db/reader.ts'
import { checkMasterKeys, type MasterKeyStatus } from '../master-key-status.ts'
import { insertMasterKey, listMasterKeys } from '../store.ts'

/** Throws MasterKeyRefused, before anything is written, when it is not. */
export async function admitMasterKey(owner: Reader, keyring: Keyring): Promise<MasterKeyStatus> {
  const rows = await listMasterKeys(owner)
  if (rows.length > 0) return checkMasterKeys(rows, keyring)
  // Of several that start at once with different keys, one is first and the others are refused below.
  const canary = keyring.makeCanary()
  await insertMasterKey(owner, { id: keyring.currentId, generation: 1, canary })
  return checkMasterKeys(await listMasterKeys(owner), keyring)
}

/** The same without the first: writes nothing, and says nothing where there is nothing to compare with. */
export async function refuseWrongMasterKey(
  owner: Reader,
  keyring: Keyring,
): Promise<MasterKeyStatus | undefined> {
  const rows = await listMasterKeys(owner)
  return rows.length > 0 ? checkMasterKeys(rows, keyring) : undefined
}
