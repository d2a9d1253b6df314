// A keyed hash at rest, prefixed with the ID of the master key, so that it can be checked while that key is rotated.
import { createHmac } from 'node:crypto'
import type { MasterKey } from './master-key.ts'

const VERSION = 1
const ID_BYTES = 8
const MAC_BYTES = 32
export const DIGEST_BYTES = 1 + ID_BYTES + MAC_BYTES

export function digestBy({ id, digestKey }: MasterKey, text: string): Buffer {
  const mac = createHmac('sha256', digestKey).update(text).digest()
  return Buffer.concat([Buffer.of(VERSION), Buffer.from(id, 'hex'), mac])
}

/** Undefined when this is not a digest of the form above. */
export function keyIdOfDigest(digest: Buffer): string | undefined {
  if (digest.length !== DIGEST_BYTES || digest[0] !== VERSION) return undefined
  return digest.subarray(1, 1 + ID_BYTES).toString('hex')
}
