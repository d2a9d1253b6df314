// A transaction number and a time as one encrypted block. Transaction numbers are shared by all tenants: in plain text they
// would reveal to each tenant how busy the others are.
import {
  type Cipheriv,
  createCipheriv,
  createDecipheriv,
  createHmac,
  type Decipheriv,
} from 'node:crypto'

/** A bare block cipher is enough: two bytes that must be zero detect forged blocks. */
const CIPHER = 'aes-256-ecb'
export const SEALED_MOMENT_BYTES = 16

export type Moment = { xid: string; atMs: number }

/** A moment is valid only for the tenant and purpose it was sealed for. */
export type MomentScope = { secret: Buffer; tenantId: string; purpose: 'freshness' | 'feed' }

type Ciphers = { seal: Cipheriv; open: Decipheriv }

/** Cached: creating a cipher per moment would dominate the cost. Safe to reuse, because blocks are independent. */
const ciphers = new WeakMap<Buffer, Map<string, Ciphers>>()
const MAX_CIPHERS = 10_000

function ciphersOf({ secret, tenantId, purpose }: MomentScope): Ciphers {
  const ofSecret = ciphers.get(secret) ?? new Map<string, Ciphers>()
  const name = `${purpose}\0${tenantId}`
  const known = ofSecret.get(name)
  if (known) return known
  const key = createHmac('sha256', secret).update(name).digest()
  const made = {
    seal: createCipheriv(CIPHER, key, null).setAutoPadding(false),
    open: createDecipheriv(CIPHER, key, null).setAutoPadding(false),
  }
  if (ofSecret.size >= MAX_CIPHERS) ofSecret.clear()
  ciphers.set(secret, ofSecret.set(name, made))
  return made
}

export function sealMoment(scope: MomentScope, { xid, atMs }: Moment): Buffer {
  const block = Buffer.alloc(SEALED_MOMENT_BYTES)
  block.writeBigUInt64BE(BigInt(xid), 0)
  block.writeUIntBE(atMs, 8, 6)
  return ciphersOf(scope).seal.update(block)
}

/** Undefined when it was not sealed in this scope. */
export function openMoment(scope: MomentScope, sealed: Buffer): Moment | undefined {
  const block = ciphersOf(scope).open.update(sealed)
  if (block.readUInt16BE(14) !== 0) return undefined
  return { xid: block.readBigUInt64BE(0).toString(), atMs: block.readUIntBE(8, 6) }
}
