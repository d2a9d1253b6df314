// API keys with a recognizable format: a searchable prefix, 190 random bits, and a checksum against typing errors.
import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

export const apiKeyPrefix = 'tskey_'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 32
// 62^6 is the first power of 62 above 2^32, so six digits hold every checksum.
const checksumLength = 6
const shape = new RegExp(`^${apiKeyPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`)

export function generateApiKey(): string {
  // randomInt draws without the bias that `byte % 62` would have.
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)])
  const body = apiKeyPrefix + random.join('')
  return body + checksum(body)
}

/** True when the checksum matches: detects a mistyped key, and proves nothing else. */
export function isWellFormedApiKey(text: string): boolean {
  if (!shape.test(text)) return false
  return text.slice(-checksumLength) === checksum(text.slice(0, -checksumLength))
}

function checksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  while (digits.length < checksumLength) {
    digits = alphabet.charAt(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
