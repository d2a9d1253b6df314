// Continues without a lost master key: secrets that it protected must be re-entered, everything else works.
import type { Keyring } from '#crypto/keyring.ts'
import type { Reader } from '#db/reader.ts'
import { NothingToAbandon } from '../errors.ts'
import { listMissing } from '../master-key-status.ts'
import { listMasterKeys, replaceLostKeys } from '../store.ts'

/** `confirmedId` is the key the operator means; the ids of all that were given up come back. */
export async function abandonKeys(
  owner: Reader,
  keyring: Keyring,
  confirmedId: string,
): Promise<string[]> {
  const rows = await listMasterKeys(owner)
  const missing = listMissing(rows, keyring).map(({ id }) => id)
  const [first] = missing
  if (!first) {
    throw new NothingToAbandon(
      'No master key is missing: SERVICE_ACP_MASTER_KEY and SERVICE_ACP_MASTER_KEY_PREVIOUS contain every key in use.',
    )
  }
  if (!missing.includes(confirmedId)) {
    throw new NothingToAbandon(
      `Secrets encrypted with the master key ${first} will be unreadable until that key is found. To confirm, add: --confirm ${first}`,
    )
  }
  const generation = (rows[0]?.generation ?? 0) + 1
  const key = { id: keyring.currentId, generation, canary: keyring.makeCanary() }
  if (!(await replaceLostKeys(owner, missing, key))) {
    throw new NothingToAbandon(
      'The master keys have changed in the meantime. Check: task-service keys status',
    )
  }
  return missing
}
