// Tokens of links to answer a question: 256 random bits, stored as a keyed digest.
import { createHmac, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

export function makeAnswerToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

export function digestAnswerToken(pepper: Buffer, token: string): Buffer {
  return createHmac('sha256', pepper).update(`answer-link\0${token}`).digest()
}
