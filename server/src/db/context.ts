// What a domain function receives: one tenant's transaction, and who asks for what when. Nothing else is reachable.
import { type Actor, PAGE_BYTES_MAX, TASK_DATA_BYTES_MAX } from '@task-service/contract'
import type { Keyring } from '#crypto/keyring.ts'
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

export type ByteLimits = {
  /** A page, or one step of a larger read, ends here. */
  pageBytes: number
  /** `input`, `result` and `fields` of a task together. */
  taskBytes: number
}

const defaultLimits: ByteLimits = { pageBytes: PAGE_BYTES_MAX, taskBytes: TASK_DATA_BYTES_MAX }

export function limitsOf(ctx: Pick<Context, 'limits'>): ByteLimits {
  return ctx.limits ?? defaultLimits
}

/** As an operator configured them: null is no limit. */
export function byteLimits(limits: {
  pageBytes: number | null
  taskBytes: number | null
}): ByteLimits {
  const { pageBytes, taskBytes } = limits
  return {
    pageBytes: pageBytes ?? Number.MAX_SAFE_INTEGER,
    taskBytes: taskBytes ?? Number.MAX_SAFE_INTEGER,
  }
}
