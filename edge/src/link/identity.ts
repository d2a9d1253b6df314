// The identity of the connector: files in the state folder that only its owner can read, replaced atomically.
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

export type Identity = {
  connector: string
  name: string
  /** PEM of the private key. */
  key: string
  key_made_at: string
  /** Sent to the service, but not confirmed: after a crash both keys are tried. */
  pending_key?: string
  /** The previous `key`: a restored service may know only that one. */
  previous_key?: string
  ratchet: string
}

export type IdentityStore = {
  find(): Identity | undefined
  save(identity: Identity): void
  /** The key for tokens of values; generated on first use. */
  tokenSecret(): Buffer
}

export class StateUnusable extends Error {
  override readonly name = 'StateUnusable'
}

export function openIdentityStore(folder: string): IdentityStore {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
  } catch {
    throw new StateUnusable(
      `Cannot write to the state folder ${folder}. Create it for the user of task-edge, or set TASK_EDGE_STATE to another folder.`,
    )
  }
  const file = join(folder, 'identity.json')
  const secretFile = join(folder, 'token-secret')
  return {
    find: () => findIdentity(folder),
    save: (identity) => writeDurably(folder, file, JSON.stringify(identity)),
    tokenSecret() {
      if (!existsSync(secretFile)) writeDurably(folder, secretFile, randomBytes(32).toString('hex'))
      return Buffer.from(readFileSync(secretFile, 'utf8'), 'hex')
    },
  }
}

/** Read-only: creates nothing. */
export function findIdentity(folder: string): Identity | undefined {
  const file = join(folder, 'identity.json')
  if (!existsSync(file)) return undefined
  return JSON.parse(readFileSync(file, 'utf8')) as Identity // written by `save`
}

/** Synced to disk before it is used: a lost ratchet would look like a copied key. */
function writeDurably(folder: string, file: string, text: string): void {
  const draft = `${file}.new`
  const handle = openSync(draft, 'w', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draft, file)
  const directory = openSync(folder, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
