// The identity of an installation as a file for a new cell: readable only with the same master key.

import { uuidToBytes } from '#lib/uuid.ts'
import { associatedData } from '../associated-data.ts'
import { deriveMasterKey } from '../master-key.ts'
import { openBytes, sealBytes } from '../seal-bytes.ts'
import type { Secret } from '../secret.ts'

export type Identity = { id: string; pepper: Buffer }

const FORMAT = 'task-service-identity'
const VERSION = 1
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Only the pepper is secret: it digests API keys and sessions. */
export function sealIdentity(master: Secret<Uint8Array>, { id, pepper }: Identity): string {
  const { id: masterKeyId, wrappingKey } = deriveMasterKey(master, id)
  const sealed = sealBytes(wrappingKey, pepper, boundTo(id)).toString('base64')
  const file = { format: FORMAT, version: VERSION, instance_id: id, master_key_id: masterKeyId }
  return `${JSON.stringify({ ...file, pepper: sealed }, null, 2)}\n`
}

/** `unreadable`: not such a file. `wrong_key`: none of the keys opens it, or it was changed. */
export function openIdentity(
  keys: readonly Secret<Uint8Array>[],
  text: string,
): Identity | 'unreadable' | 'wrong_key' {
  const file = readFields(text)
  if (!file) return 'unreadable'
  for (const key of keys) {
    const { wrappingKey } = deriveMasterKey(key, file.id)
    const pepper = openBytes(wrappingKey, file.sealed, boundTo(file.id))
    if (pepper) return { id: file.id, pepper }
  }
  return 'wrong_key'
}

function readFields(text: string): { id: string; sealed: Buffer } | undefined {
  try {
    const parsed = JSON.parse(text) as Record<string, unknown> | null
    const { format, version, instance_id: id, pepper } = parsed ?? {}
    if (format !== FORMAT || version !== VERSION) return undefined
    if (typeof id !== 'string' || !UUID.test(id) || typeof pepper !== 'string') return undefined
    return { id, sealed: Buffer.from(pepper, 'base64') }
  } catch {
    return undefined
  }
}

function boundTo(id: string): Buffer {
  return associatedData(['task-service/identity/v1', uuidToBytes(id)])
}
