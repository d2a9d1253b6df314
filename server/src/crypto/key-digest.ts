// API keys at rest: a keyed hash, so that a stolen database holds nothing that can be sent as a key.
import { createHmac, hash, timingSafeEqual } from 'node:crypto'

export function digestKey(pepper: Buffer, key: string): Buffer {
  return createHmac('sha256', pepper).update(`api-key\0${key}`).digest()
}

export function sameDigest(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A name for a key that may be shown: from it neither the key nor its digest can be found. */
export function fingerprintOf(digest: Buffer): string {
  return hash('sha256', digest, 'hex').slice(0, 16)
}
