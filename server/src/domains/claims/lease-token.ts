// The fencing token of a run: random, known to its holder only, and stored as a digest.
import { hash, randomBytes } from 'node:crypto'
import { sameDigest } from '#crypto/key-digest.ts'

const PREFIX = 'lease_'

export function generateLeaseToken(): string {
  return PREFIX + randomBytes(24).toString('base64url')
}

/** A plain hash is enough: there are 192 random bits, and nothing to guess. */
export function digestLeaseToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

export function isLeaseToken(token: string, digest: Buffer): boolean {
  return sameDigest(digestLeaseToken(token), digest)
}
