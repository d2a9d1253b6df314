// API keys and agent tokens at rest: a keyed hash, so that a stolen database contains nothing that can be sent as one.
import { createHmac, hash, timingSafeEqual } from 'node:crypto'

export function digestKey(pepper: Buffer, key: string): Buffer {
  return createHmac('sha256', pepper).update(`api-key\0${key}`).digest()
}

/** Another label: the digest of a token is never that of a key. */
export function digestAgentToken(pepper: Buffer, token: string): Buffer {
  return createHmac('sha256', pepper).update(`agent-token\0${token}`).digest()
}

export function sameDigest(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A public name for a key: it reveals neither the key nor its digest. */
export function fingerprintOf(digest: Buffer): string {
  return hash('sha256', digest, 'hex').slice(0, 16)
}
