// Agent tokens: a searchable prefix and 192 random bits.
import { randomBytes } from 'node:crypto'

const PREFIX = 'agt_'
/** 32 characters in base64url. */
const SECRET_BYTES = 24

export function generateAgentToken(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
}
