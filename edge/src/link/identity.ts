// Who this connector is: files in the state folder that only its owner can read, replaced as a whole or not at all.
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
  /** Offered to the service and maybe taken by it: after a crash both are tried. */
  pending_key?: string
  /** The one before `key`: a service that was restored may know only that. */
  previous_key?: string
  ratchet: string
}

export type IdentityStore = {
  find(): Identity | undefined
  save(identity: Identity): void
  /** Under which values become tokens; made when it is first asked for. */
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
      `The folder ${folder} cannot be used. Make it for the user of task-edge, or set TASK_EDGE_STATE.`,
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

/** Makes nothing: also for those who only look. */
export function findIdentity(folder: string): Identity | undefined {
  const file = join(folder, 'identity.json')
  if (!existsSync(file)) return undefined
  return JSON.parse(readFileSync(file, 'utf8')) as Identity // written by `save`
}

/** On the disk before it counts: a ratchet that is forgotten looks like a copied key. */
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
