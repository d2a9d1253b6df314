// What the host does with a verification: it holds the secret, computes, and compares.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { RawRequest, SignedPiece, Verification } from '@task-service/kit'

export type Verdict = 'genuine' | { refused: string }

export function judge(
  verification: Verification,
  { body }: RawRequest,
  secrets: Readonly<Record<string, string>>,
  now: Date,
): Verdict {
  if (verification.kind === 'refuse') return { refused: verification.why }
  const secret = secrets[verification.secret]
  if (secret === undefined) return { refused: `the secret '${verification.secret}' is not set` }
  if (verification.kind === 'equal') return compare(verification.presented, secret)
  const { kind, hash, encoding, signed, presented, sentAt, toleranceMs = 300_000 } = verification
  if (sentAt !== undefined && Math.abs(now.getTime() - sentAt) > toleranceMs) {
    return { refused: 'too old' }
  }
  const digest = kind === 'hmac' ? createHmac(hash, secret) : createHash(hash)
  for (const piece of signed) digest.update(bytesOf(piece, body, secret))
  return compare(presented, digest.digest(encoding))
}

function bytesOf(piece: SignedPiece, body: Uint8Array, secret: string): Uint8Array | string {
  if (piece === 'body') return body
  return piece === 'secret' ? secret : piece.text
}

function compare(presented: string, expected: string): Verdict {
  const [a, b] = [Buffer.from(presented), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b) ? 'genuine' : { refused: 'wrong signature' }
}
