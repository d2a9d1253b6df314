// What a tenant may know about the keys its secrets depend on.
import type { MasterKeyInfo } from '@task-service/contract'
import type { Keyring } from '#crypto/keyring.ts'
import type { Context } from '#db/context.ts'
import {
  countSealed,
  countSealedUnder,
  type KeyState,
  listDataKeys,
  listKeyStates,
  listSealedColumns,
} from '../store.ts'

export async function describeMasterKey(
  ctx: Pick<Context, 'tx' | 'keyring'>,
): Promise<MasterKeyInfo> {
  const { tx, keyring } = ctx
  if (!keyring) throw new Error('keys were asked for where no master key was loaded')
  const states = await listKeyStates(tx)
  const lost = new Set(
    states.filter(({ id, is_lost: isLost }) => isLost && !keyring.holds(id)).map(({ id }) => id),
  )
  const unreadable = (await listDataKeys(tx))
    .filter((key) => lost.has(key.master_key_id))
    .map(({ id }) => id)
  let secrets = 0
  let needsReentry = 0
  for (const column of await listSealedColumns(tx)) {
    secrets += await countSealed(tx, column)
    if (unreadable.length > 0) needsReentry += await countSealedUnder(tx, column, unreadable)
  }
  const state = stateOf(states, keyring)
  return { id: keyring.currentId, state, secrets, needs_reentry: needsReentry }
}

function stateOf(states: readonly KeyState[], keyring: Keyring): MasterKeyInfo['state'] {
  const [active, ...earlier] = states
  if (active && active.id !== keyring.currentId) return 'waiting'
  return earlier.some(({ is_lost: isLost }) => !isLost) ? 'rotating' : 'active'
}
