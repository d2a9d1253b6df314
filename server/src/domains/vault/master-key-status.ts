// Which of the installation's master keys this process has, and whether they are sufficient.
import type { Keyring } from '#crypto/keyring.ts'
import { MasterKeyRefused } from './errors.ts'
import type { MasterKeyRow } from './store.ts'

export type MasterKeyStatus = {
  /** Wraps new data keys. */
  activeId: string
  generation: number
  /** Available, and to be replaced by the current key with `keys rotate`. */
  retiring: string[]
  /** Given up, and not available. */
  lost: string[]
  /** The current key does not wrap anything yet. */
  isWaiting: boolean
}

type Held = Pick<Keyring, 'currentId' | 'previousId' | 'holds' | 'opensCanary'>

/** Newest first, as the store lists them. Throws MasterKeyRefused with what to do. */
export function checkMasterKeys(rows: readonly MasterKeyRow[], keyring: Held): MasterKeyStatus {
  const [active] = rows
  if (!active) throw new Error('no master key is registered')
  const missing = listMissing(rows, keyring)[0]
  if (missing) throw missing.id === active.id ? wrongKey(missing.id, keyring) : lackOf(missing.id)
  for (const { id, canary } of rows) {
    if (keyring.holds(id) && !keyring.opensCanary(id, canary)) throw damagedCanary(id)
  }
  return {
    activeId: active.id,
    generation: active.generation,
    retiring: rows
      .map(({ id }) => id)
      .filter((id) => id !== keyring.currentId && keyring.holds(id)),
    lost: rows.filter(({ id }) => !keyring.holds(id)).map(({ id }) => id),
    isWaiting: active.id !== keyring.currentId,
  }
}

/** In use, not available and not given up. */
export function listMissing(
  rows: readonly MasterKeyRow[],
  keyring: Pick<Keyring, 'holds'>,
): MasterKeyRow[] {
  return rows.filter(({ id, lost_at: lostAt }) => lostAt === null && !keyring.holds(id))
}

function wrongKey(wantedId: string, { currentId, previousId }: Held): MasterKeyRefused {
  const found =
    previousId === null
      ? `SERVICE_ACP_MASTER_KEY (id ${currentId}) is not`
      : `Neither SERVICE_ACP_MASTER_KEY (id ${currentId}) nor SERVICE_ACP_MASTER_KEY_PREVIOUS (id ${previousId}) is`
  return new MasterKeyRefused(
    `${found} the master key of this installation (id ${wantedId}); nothing was changed.`,
    `Restore the right key. To rotate it, set SERVICE_ACP_MASTER_KEY_PREVIOUS to the old one. If the old key is lost, run: ${abandon(wantedId)}`,
  )
}

function lackOf(id: string): MasterKeyRefused {
  return new MasterKeyRefused(
    `SERVICE_ACP_MASTER_KEY_PREVIOUS must be the previous master key (id ${id}): secrets of some tenants are still encrypted with it.`,
    `Set it and run: task-service keys rotate. If that key is lost, run: ${abandon(id)}`,
  )
}

function damagedCanary(id: string): MasterKeyRefused {
  return new MasterKeyRefused(
    `The check value of the master key ${id} cannot be decrypted with that key: the table master_keys or instance was changed.`,
    'Restore both tables from a backup.',
  )
}

function abandon(id: string): string {
  return `task-service keys abandon --confirm ${id}`
}
