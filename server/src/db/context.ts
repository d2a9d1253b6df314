// What a domain function receives: one tenant's transaction, and who asks for what when. Nothing else is reachable.
import type { Actor } from '@task-service/contract'
import type { Keyring } from '#crypto/keyring.ts'
import type { ByteLimits } from '#lib/limits/byte-limits.ts'
import type { Tx } from './tenant-tx.ts'

/** What work outside of a request has: nobody addressed it by a host, and nobody gets a cursor from it. */
export type WorkContext = Omit<Context, 'tenant' | 'cursorSecret' | 'freshnessSecret'>

export type Context = {
  tx: Tx
  tenant: { id: string; slug: string }
  actor: Actor
  requestId: string
  now: Date
  /** Signs cursors; of the installation, not of the tenant. */
  cursorSecret: Buffer
  /** Seals what is true only until the data are replaced by a backup. */
  freshnessSecret: Buffer
  /** Seals and opens secrets, through the vault; not there for commands that were not given the master key. */
  keyring?: Keyring
  /** Where there are none, those of the contract hold. */
  limits?: ByteLimits
}
