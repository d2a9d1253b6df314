// Going on without a master key that is lost: what it protected has to be entered again, everything else works.
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
      'No master key is missing: every key in use is in SERVICE_ACP_MASTER_KEY or SERVICE_ACP_MASTER_KEY_PREVIOUS.',
    )
  }
  if (!missing.includes(confirmedId)) {
    throw new NothingToAbandon(
      `This makes every secret that depends on the master key ${first} unreadable until that key is found. Repeat with: --confirm ${first}`,
    )
  }
  const generation = (rows[0]?.generation ?? 0) + 1
  const key = { id: keyring.currentId, generation, canary: keyring.makeCanary() }
  if (!(await replaceLostKeys(owner, missing, key))) {
    throw new NothingToAbandon(
      'The master keys changed meanwhile. Look at: task-service keys status',
    )
  }
  return missing
}
