// Which of the installation's master keys this process holds, and whether that is enough to work.
import type { Keyring } from '#crypto/keyring.ts'
import { MasterKeyRefused } from './errors.ts'
import type { MasterKeyRow } from './store.ts'

export type MasterKeyStatus = {
  /** Wraps new data keys. */
  activeId: string
  generation: number
  /** Held, and to be replaced by the current key: what `keys rotate` has to do. */
  retiring: string[]
  /** Given up, and not found again. */
  lost: string[]
  /** The current key does not wrap anything yet. */
  isWaiting: boolean
}

type Held = Pick<Keyring, 'currentId' | 'previousId' | 'holds' | 'opensCanary'>

/** Newest first, as the store lists them. Throws MasterKeyRefused with what to do. */
export function checkMasterKeys(rows: readonly MasterKeyRow[], keyring: Held): MasterKeyStatus {
  const [active] = rows
  if (!active) throw new Error('there is no master key to judge by')
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

/** In use, not held and not given up. */
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
    `Put the right key back. To replace it, keep the old one in SERVICE_ACP_MASTER_KEY_PREVIOUS. If the old one is lost: ${abandon(wantedId)}`,
  )
}

function lackOf(id: string): MasterKeyRefused {
  return new MasterKeyRefused(
    `SERVICE_ACP_MASTER_KEY_PREVIOUS must hold the master key before this one (id ${id}): some tenants' secrets still depend on it.`,
    `Set it and run: task-service keys rotate. If that key is lost: ${abandon(id)}`,
  )
}

function damagedCanary(id: string): MasterKeyRefused {
  return new MasterKeyRefused(
    `The canary of the master key ${id} does not open with that key: master_keys or instance was changed.`,
    'Restore these tables from a backup.',
  )
}

function abandon(id: string): string {
  return `task-service keys abandon --confirm ${id}`
}
