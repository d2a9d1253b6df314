// Credentials of connectors: tokens and ratchets that are stored as hashes, signatures by keys that the connector
// generated, and challenges that need not be stored.
import { createHmac, createPublicKey, hash, randomBytes, verify } from 'node:crypto'
import { sameDigest } from './key-digest.ts'

const TOKEN_PREFIX = 'cnt_'
const SECRET_BYTES = 32

export function makeEnrollmentToken(): string {
  return TOKEN_PREFIX + makeRatchet()
}

export function makeRatchet(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

type KeyOwner = { pepper: Buffer; tenantId: string; connectorId: string }

/** Contains the verifiable number of previous sessions: after a restore it shows whether a connector is ahead of the database. */
export function makePositionedRatchet(owner: KeyOwner, position: number): string {
  const count = Buffer.alloc(TIME_BYTES)
  count.writeBigUInt64BE(BigInt(position))
  const head = Buffer.concat([count, randomBytes(RANDOM_BYTES)])
  return Buffer.concat([head, macOf('edge-ratchet', owner, head)]).toString('base64url')
}

/** Undefined for one that was not issued here for this connector. */
export function readPosition(owner: KeyOwner, ratchet: string): number | undefined {
  const head = readHead('edge-ratchet', owner, ratchet)
  return head && Number(head.readBigUInt64BE(0))
}

/** 256 random bits need no salt and no slow hash: they cannot be guessed. */
export function digestEdgeSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** False for an invalid key too, so that the sender learns nothing. */
export function verifyEdgeSignature(publicKey: Buffer, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
      format: 'jwk',
    })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

const TIME_BYTES = 8
const RANDOM_BYTES = 8
const MAC_BYTES = 16

/** Contains its time and is bound to its connector, so anyone may request one and nothing is stored for it. */
export function makeChallenge(owner: KeyOwner, now: Date): string {
  const time = Buffer.alloc(TIME_BYTES)
  time.writeBigUInt64BE(BigInt(now.getTime()))
  const head = Buffer.concat([time, randomBytes(RANDOM_BYTES)])
  return Buffer.concat([head, macOf('edge-challenge', owner, head)]).toString('base64url')
}

/** When it was issued; undefined when it was not issued here for this connector. */
export function readChallenge(owner: KeyOwner, challenge: string): Date | undefined {
  const head = readHead('edge-challenge', owner, challenge)
  return head && new Date(Number(head.readBigUInt64BE(0)))
}

/** One kind is never accepted as the other. */
type Kind = 'edge-challenge' | 'edge-ratchet'

function readHead(kind: Kind, owner: KeyOwner, text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  const head = bytes.subarray(0, TIME_BYTES + RANDOM_BYTES)
  if (bytes.length !== TIME_BYTES + RANDOM_BYTES + MAC_BYTES) return undefined
  return sameDigest(bytes.subarray(head.length), macOf(kind, owner, head)) ? head : undefined
}

function macOf(kind: Kind, { pepper, tenantId, connectorId }: KeyOwner, head: Buffer): Buffer {
  return createHmac('sha256', pepper)
    .update(`${kind}\0${tenantId}\0${connectorId}\0`)
    .update(head)
    .digest()
    .subarray(0, MAC_BYTES)
}
