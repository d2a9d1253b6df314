// A key of a passphrase, for secrets that leave the installation in a file: what it seals opens anywhere with the passphrase.
import { createSecretKey, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { associatedData } from '../associated-data.ts'
import { openBytes, sealBytes } from '../seal-bytes.ts'
import { Secret } from '../secret.ts'

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** In clear beside what is sealed; the costs can be raised later. */
export type PassphraseFacts = {
  kdf: 'scrypt'
  salt: string
  cost: number
  blockSize: number
  parallelization: number
  /** Opens with the right passphrase only. */
  canary: string
}

export type PassphraseKey = {
  facts: PassphraseFacts
  /** `place` must be the same to open it. */
  seal: (place: readonly string[], secret: Secret) => string
  /** Undefined when it was changed or belongs to another place. */
  open: (place: readonly string[], sealed: string) => Secret | undefined
}

/** 128 MiB and about half a second: recommended by OWASP for scrypt. */
const COSTS = { cost: 2 ** 17, blockSize: 8, parallelization: 1 }
/** A file can ask for no more than four times as much. */
const MAX_COST = 4 * COSTS.cost
const SALT_BYTES = 16
const KEY_BYTES = 32
const CANARY = ['canary']

export async function createPassphraseKey(passphrase: Secret): Promise<PassphraseKey> {
  const costs = {
    kdf: 'scrypt' as const,
    salt: randomBytes(SALT_BYTES).toString('base64'),
    ...COSTS,
  }
  const { seal, open } = await deriveBox(passphrase, costs)
  return { facts: { ...costs, canary: seal(CANARY, Secret.from('')) }, seal, open }
}

/** Undefined when the passphrase is another one, or the costs are none that this program uses. */
export async function openPassphraseKey(
  passphrase: Secret,
  facts: PassphraseFacts,
): Promise<PassphraseKey | undefined> {
  if (!areBearable(facts)) return undefined
  const box = await deriveBox(passphrase, facts)
  return box.open(CANARY, facts.canary) && { facts, ...box }
}

/** Memory is cost times block size, and time all three: a file must not choose them freely. */
function areBearable({ kdf, cost, blockSize, parallelization }: PassphraseFacts): boolean {
  const isPower = cost > 1 && Number.isInteger(Math.log2(cost))
  const isUsual =
    blockSize === COSTS.blockSize && parallelization === COSTS.parallelization && kdf === 'scrypt'
  return isPower && isUsual && cost <= MAX_COST
}

async function deriveBox(passphrase: Secret, facts: Omit<PassphraseFacts, 'canary'>) {
  const { salt, cost, blockSize, parallelization } = facts
  const text = passphrase.reveal().normalize('NFC')
  const maxmem = 256 * cost * blockSize
  const options = { cost, blockSize, parallelization, maxmem }
  const bytes = await derive(text, Buffer.from(salt, 'base64'), KEY_BYTES, options)
  const key = createSecretKey(bytes)
  bytes.fill(0)
  const seal: PassphraseKey['seal'] = (place, secret) =>
    sealBytes(key, Buffer.from(secret.reveal()), boundTo(place)).toString('base64')
  const open: PassphraseKey['open'] = (place, sealed) => {
    const plain = openBytes(key, Buffer.from(sealed, 'base64'), boundTo(place))
    return plain && Secret.from(plain.toString())
  }
  return { seal, open }
}

const boundTo = (place: readonly string[]): Buffer =>
  associatedData(['task-service/passphrase/v1', ...place])
