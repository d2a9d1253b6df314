// Tokens of password reset links: 256 random bits, stored as a keyed digest.
import { createHmac, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

export function makeResetToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

export function digestResetToken(pepper: Buffer, token: string): Buffer {
  return createHmac('sha256', pepper).update(`password-reset\0${token}`).digest()
}
