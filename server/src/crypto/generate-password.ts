// Generated passwords: 20 letters and digits in groups that can be read aloud, without look-alike characters.
import { randomInt } from 'node:crypto'

const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const GROUPS = 4
const GROUP_LENGTH = 5

function letter(): string {
  return alphabet.charAt(randomInt(alphabet.length))
}

function group(): string {
  return Array.from({ length: GROUP_LENGTH }, letter).join('')
}

/** About 99 bits. */
export function generatePassword(): string {
  return Array.from({ length: GROUPS }, group).join('-')
}
