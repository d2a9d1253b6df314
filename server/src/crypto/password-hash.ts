// Passwords at rest: argon2id in the PHC string format, so that the costs can be raised later and old hashes still verify.
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const deriveBytes = promisify(argon2)

type Costs = { memory: number; passes: number; parallelism: number }

/** The OWASP minimum; 19 MiB and about 40 ms of one core. */
const costs: Costs = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

const phc =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{8,64})\$([A-Za-z0-9+/]{16,128})$/

/** The same text in another Unicode form is the same password: keyboards differ. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'))
}

function derive(password: string, nonce: Buffer, tagLength: number, given: Costs): Promise<Buffer> {
  const parameters: Argon2Parameters = { message: bytesOf(password), nonce, tagLength, ...given }
  return deriveBytes('argon2id', parameters)
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, HASH_BYTES, costs)
  const { memory, passes, parallelism } = costs
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

/** Verified when the user does not exist, so that the response takes as long as for one that does. */
const dummyHash = `$argon2id$v=19$m=${costs.memory},t=${costs.passes},p=${costs.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Null and undefined verify no password, in the same time. */
export async function verifyPassword(
  password: string,
  stored: string | null | undefined,
): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = phc.exec(stored ?? dummyHash) ?? []
  const expected = Buffer.from(hash, 'base64')
  if (expected.length === 0) throw new Error('a stored password hash cannot be read')
  const derived = await derive(password, Buffer.from(salt, 'base64'), expected.length, {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(derived, expected) && typeof stored === 'string'
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
