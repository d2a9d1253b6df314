// The ETag of a list: what the tenant had when it was read, told by the number of the oldest transaction still running
// then. Whatever the reader did not see has that number or a higher one, and has left an event with it.
import {
  type Cipheriv,
  createCipheriv,
  createDecipheriv,
  createHmac,
  type Decipheriv,
} from 'node:crypto'

/** Events carry the clock of the process that wrote them and the time their request began. */
const CLOCK_SLACK_MS = 60 * 60_000
/** Older tags are not looked up: their events may be gone. */
const MAX_AGE_MS = 24 * 60 * 60_000

export type Freshness = { horizon: string; since: Date }

/**
 * A tag serves the tenant it was given to and no other. The secret is the installation's and does not survive a restore:
 * the numbers of transactions begin anew on another server, and the reader may have seen what a backup does not hold.
 */
export type FreshnessScope = { secret: Buffer; tenantId: string }

/**
 * Transactions are counted for all tenants together: read in clear, the number would tell each of them how busy the
 * others are. So it travels as one enciphered block. A block cipher alone is enough: no block is ever given twice, and
 * two bytes that must be zero tell ours from made-up ones.
 */
const CIPHER = 'aes-256-ecb'
const BLOCK_BYTES = 16

type Ciphers = { seal: Cipheriv; open: Decipheriv }

/** Made anew for each page they would cost more than the rest of the tag. Blocks do not depend on each other. */
const ciphers = new WeakMap<Buffer, Map<string, Ciphers>>()
const MAX_CIPHERS = 10_000

function ciphersOf({ secret, tenantId }: FreshnessScope): Ciphers {
  const ofSecret = ciphers.get(secret) ?? new Map<string, Ciphers>()
  const known = ofSecret.get(tenantId)
  if (known) return known
  const key = createHmac('sha256', secret).update(`freshness\0${tenantId}`).digest()
  const made = {
    seal: createCipheriv(CIPHER, key, null).setAutoPadding(false),
    open: createDecipheriv(CIPHER, key, null).setAutoPadding(false),
  }
  if (ofSecret.size >= MAX_CIPHERS) ofSecret.clear()
  ciphers.set(secret, ofSecret.set(tenantId, made))
  return made
}

export function printFreshness(scope: FreshnessScope, horizon: string, now: Date): string {
  const block = Buffer.alloc(BLOCK_BYTES)
  block.writeBigUInt64BE(BigInt(horizon), 0)
  block.writeUIntBE(now.getTime(), 8, 6)
  return `W/"${ciphersOf(scope).seal.update(block).toString('base64url')}"`
}

/** Undefined when no tag of ours, young enough, is among those the caller sent. */
export function parseFreshness(
  scope: FreshnessScope,
  header: string | undefined,
  now: Date,
): Freshness | undefined {
  const [, tag] = /"([\w-]{22})"/.exec(header ?? '') ?? []
  if (tag === undefined) return undefined
  const block = ciphersOf(scope).open.update(Buffer.from(tag, 'base64url'))
  const issuedMs = block.readUIntBE(8, 6)
  const age = now.getTime() - issuedMs
  if (block.readUInt16BE(14) !== 0 || age > MAX_AGE_MS || age < -CLOCK_SLACK_MS) return undefined
  return {
    horizon: block.readBigUInt64BE(0).toString(),
    since: new Date(issuedMs - CLOCK_SLACK_MS),
  }
}
