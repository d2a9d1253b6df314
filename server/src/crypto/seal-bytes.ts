// AES-256-GCM in one form: nonce, ciphertext, tag. The only place that calls the cipher.
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** How many bytes longer than the plaintext the result is. */
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES

/**
 * The nonce is random, which is safe up to 2^32 calls with one key (NIST SP 800-38D §8.3). The result opens only with
 * the same key and the same associated data.
 */
export function sealBytes(key: KeyObject, plain: Uint8Array, boundTo: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(boundTo)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Undefined when anything was changed: key, nonce, ciphertext, tag or associated data. */
export function openBytes(
  key: KeyObject,
  sealed: Uint8Array,
  boundTo: Uint8Array,
): Buffer | undefined {
  if (sealed.length < SEAL_BYTES) return undefined
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(-TAG_BYTES)
  // Without the length the decipher would accept a tag of four bytes.
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(boundTo)
  decipher.setAuthTag(tag)
  const plain = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
  try {
    decipher.final()
    return plain
  } catch {
    plain.fill(0)
    return undefined
  }
}
