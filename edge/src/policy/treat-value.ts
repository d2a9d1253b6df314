// What becomes of a value before it leaves: nothing, a part of it, or a token in its place.
import { createHmac } from 'node:crypto'
import type { Mask, Treatment } from './policy.ts'
import type { WireValue } from './wire-value.ts'

/** Keeps what a token stands for, on this machine. */
export type TokenKeeper = {
  keep(token: string, value: string): void
  /** Undefined when it was never given out here, or too long ago. */
  find(token: string): string | undefined
}

export type TokenMaker = { secret: Buffer; keeper: TokenKeeper }

const TOKEN = /\btok_[a-z2-7]{26}/g
/** Anything that looks like a token, also one that was cut or changed: never to be written as if it were a value. */
const LIKE_TOKEN = /\btok_[a-z2-7]+/g

export function treatValue(
  value: WireValue,
  treatment: Treatment,
  place: { database: string; column: string },
  tokens: TokenMaker,
): WireValue {
  // An absent value says nothing about anybody, and a task needs to know that there is none.
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

/** Undefined when there is a token in it that stands for nothing here. */
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

/** The number of stars is always the same: a length tells something, too. */
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
