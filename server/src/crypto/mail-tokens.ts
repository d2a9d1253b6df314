// Tokens in e-mails, derived from the pepper of the installation, so that nothing of them is stored: the code that confirms an address,
// the link that unsubscribes, and the ID of a message.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Without characters that are mistaken for others. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'
const CODE_LENGTH = 10
const UUID_BYTES = 16
const MAC_BYTES = 16
/** What `makeUnsubscribeToken` makes; anything else need not be computed. */
const UNSUBSCRIBE_TOKEN = /^[A-Za-z0-9_-]{43}$/

export type Recipient = { tenantId: string; userId: string }

function macOf(pepper: Buffer, label: string, parts: readonly string[]): Buffer {
  return createHmac('sha256', pepper)
    .update([label, ...parts].join('\0'))
    .digest()
}

/** 50 bits, of one address and one request for it: `7KQ2M-X0D4T`. */
export function deriveAddressCode(
  pepper: Buffer,
  { tenantId, userId, address, codeId }: Recipient & { address: string; codeId: string },
): string {
  const mac = macOf(pepper, 'mail-address-code', [tenantId, userId, address, codeId])
  const signs = [...mac.subarray(0, CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return `${signs.slice(0, 5).join('')}-${signs.slice(5).join('')}`
}

const plain = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** However it was typed: in lower case, with other separators, `O` for `0`, and `I` or `L` for `1`. */
export function isAddressCode(expected: string, typed: string): boolean {
  const given = plain(typed).replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  const [one, other] = [Buffer.from(plain(expected)), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const uuidBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

export function makeUnsubscribeToken(pepper: Buffer, { tenantId, userId }: Recipient): string {
  const mac = macOf(pepper, 'mail-unsubscribe', [tenantId, userId]).subarray(0, MAC_BYTES)
  return Buffer.concat([uuidBytes(userId), mac]).toString('base64url')
}

/** The user; undefined unless this token was made for a user of this tenant. */
export function readUnsubscribeToken(
  pepper: Buffer,
  tenantId: string,
  token: string,
): string | undefined {
  if (!UNSUBSCRIBE_TOKEN.test(token)) return undefined
  const hex = Buffer.from(token, 'base64url').subarray(0, UUID_BYTES).toString('hex')
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const expected = makeUnsubscribeToken(pepper, { tenantId, userId })
  return timingSafeEqual(Buffer.from(expected), Buffer.from(token)) ? userId : undefined
}

/** The same for every attempt at one message, so that mail servers and readers recognize a repetition. */
export function messageIdOf(
  pepper: Buffer,
  kind: 'digest' | 'code',
  parts: readonly string[],
  domain: string,
): string {
  const name = macOf(pepper, `mail-message-${kind}`, parts).toString('hex').slice(0, 32)
  return `<${kind}.${name}@${domain}>`
}
