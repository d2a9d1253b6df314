// What is derived from the operator's master key: a public ID, the key that wraps data keys, and the key of digests.
import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { uuidToBytes } from '#lib/uuid.ts'
import type { Secret } from './secret.ts'

export type MasterKey = {
  /** Identifies the key that wrapped something, and reveals nothing about it. */
  id: string
  wrappingKey: KeyObject
  /** For keyed hashes of values that must not be guessable from a copy of the database. */
  digestKey: KeyObject
}

const ID_BYTES = 8
const KEY_BYTES = 32

/** Salted with the installation, so that two installations with the same master key do not share a wrapping key. */
export function deriveMasterKey(master: Secret<Uint8Array>, instanceId: string): MasterKey {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', master.reveal(), uuidToBytes(instanceId), purpose, bytes))
  return {
    id: derive('task-service/master-key-id/v1', ID_BYTES).toString('hex'),
    wrappingKey: createSecretKey(derive('task-service/wrapping-key/v1', KEY_BYTES)),
    digestKey: createSecretKey(derive('task-service/digest-key/v1', KEY_BYTES)),
  }
}
