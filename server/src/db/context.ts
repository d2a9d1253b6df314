// What a domain function receives: one tenant's transaction, and the actor, request ID and time. Nothing else is reachable.
import type { Actor } from '@task-service/contract'
import type { Keyring } from '#crypto/keyring.ts'
import type { ByteLimits } from '#lib/limits/byte-limits.ts'
import type { Tx } from './tenant-tx.ts'

/** The context of work outside of a request, which has no host and issues no cursors. */
export type WorkContext = Omit<Context, 'tenant' | 'cursorSecret' | 'freshnessSecret'>

export type Context = {
  tx: Tx
  tenant: { id: string; slug: string }
  actor: Actor
  /** Set if the request has an agent token. */
  agent?: { id: string; name: string }
  requestId: string
  now: Date
  /** Signs cursors; belongs to the installation, not to the tenant. */
  cursorSecret: Buffer
  /** Seals values that become invalid when the data is restored from a backup. */
  freshnessSecret: Buffer
  /** Seals and opens secrets, through the vault; absent in commands that run without the master key. */
  keyring?: Keyring
  /** Without it the limits of the contract apply. */
  limits?: ByteLimits
}
