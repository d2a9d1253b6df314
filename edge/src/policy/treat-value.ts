// Transforms a value before it is sent: unchanged, masked, or replaced by a token.
import { createHmac } from 'node:crypto'
import type { Mask, Treatment } from './policy.ts'
import type { WireValue } from './wire-value.ts'

/** Stores the values of tokens, on this machine. */
export type TokenKeeper = {
  keep(token: string, value: string): void
  /** Undefined when the token is unknown or expired. */
  find(token: string): string | undefined
}

export type TokenMaker = { secret: Buffer; keeper: TokenKeeper }

const TOKEN = /\btok_[a-z2-7]{26}/g
/** Anything that looks like a token, even if truncated or changed: it must never be written as a value. */
const LIKE_TOKEN = /\btok_[a-z2-7]+/g

export function treatValue(
  value: WireValue,
  treatment: Treatment,
  place: { database: string; column: string },
  tokens: TokenMaker,
): WireValue {
  // Null reveals nothing, and the task needs to know that there is no value.
  if (value === null || treatment.kind === 'plain') return value
  if (treatment.kind === 'mask') return maskText(String(value), treatment.mask)
  const token = makeToken(tokens.secret, place, value)
  tokens.keeper.keep(token, String(value))
  return token
}

export function makeToken(
  secret: Buffer,
  { database, column }: { database: string; column: string },
  value: Exclude<WireValue, null>,
): string {
  const digest = createHmac('sha256', secret)
    .update([database, column, typeof value, String(value)].join('\0'))
    .digest()
  return `tok_${base32(digest).slice(0, 26)}`
}

/** Undefined when it contains an unknown token. */
export function putValuesBack(text: string, keeper: TokenKeeper): string | undefined {
  let isWhole = true
  for (const found of text.match(LIKE_TOKEN) ?? []) {
    if (found.length !== 30) isWhole = false
  }
  if (!isWhole) return undefined
  const back = text.replace(TOKEN, (token) => {
    const value = keeper.find(token)
    if (value === undefined) isWhole = false
    return value ?? ''
  })
  return isWhole ? back : undefined
}

const STARS = '•••'

/** Always the same number of dots, because the length would reveal something. */
export function maskText(text: string, mask: Mask): string {
  const letters = Array.from(text)
  if (mask === 'last4' && letters.length >= 8) return STARS + letters.slice(-4).join('')
  if (mask === 'first1' && letters.length >= 2) return `${letters[0]}${STARS}`
  if (mask === 'email') {
    const [, domain] = /^[^@\s]+@([^@\s]+)$/.exec(text) ?? []
    if (domain !== undefined) return `${STARS}@${domain}`
  }
  return STARS
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

function base32(bytes: Buffer): string {
  let [bits, buffer, text] = [0, 0, '']
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(buffer >> bits) & 31]
    }
  }
  return text
}
