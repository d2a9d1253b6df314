// Verifies a vendor's webhook as its integration specifies; the secret does not leave the host.
import { createHash, createHmac, type Hash, type Hmac, timingSafeEqual } from 'node:crypto'
import type { RawRequest, Verification } from '@task-service/kit'
import type { Secret } from '#crypto/secret.ts'

export type Verdict = 'genuine' | { refused: string }

type Signed = Extract<Verification, { kind: 'hmac' | 'hash' }>

const TOLERANCE_MS = 300_000

export async function verifyMessage(
  verification: Verification,
  { body }: Pick<RawRequest, 'body'>,
  getSecret: (name: string) => Promise<Secret>,
  now = Date.now(),
): Promise<Verdict> {
  if (verification.kind === 'refuse') return { refused: verification.why }
  const secret = (await getSecret(verification.secret)).reveal()
  // Anyone can compute a signature with an empty secret.
  if (secret === '') return { refused: 'the webhook secret is not set' }
  if (verification.kind === 'equal') {
    return isEqual(verification.presented, secret) ? 'genuine' : { refused: 'the token is wrong' }
  }
  const { sentAt, toleranceMs = TOLERANCE_MS } = verification
  if (sentAt !== undefined && !(Math.abs(now - sentAt) <= toleranceMs)) {
    return {
      refused:
        'the timestamp is outside the tolerance: the message is too old, or a clock is wrong',
    }
  }
  return isEqual(presentedOf(verification), compute(verification, body, secret))
    ? 'genuine'
    : { refused: 'the signature is wrong' }
}

function compute(
  { kind, hash, encoding, signed }: Signed,
  body: Uint8Array,
  secret: string,
): string {
  const digest: Hash | Hmac = kind === 'hmac' ? createHmac(hash, secret) : createHash(hash)
  for (const piece of signed) {
    digest.update(piece === 'body' ? body : piece === 'secret' ? secret : piece.text)
  }
  return digest.digest(encoding)
}

const presentedOf = ({ presented, encoding }: Signed): string =>
  encoding === 'hex' ? presented.toLowerCase() : presented

/** Compares hashes, so that timing reveals neither a character nor the length. */
function isEqual(a: string, b: string): boolean {
  return timingSafeEqual(digestOf(a), digestOf(b))
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
