// A secret at rest: prefixed with the ID of its data key, and bound to the place it was sealed for.
import type { KeyObject } from 'node:crypto'
import { bytesToUuid, uuidToBytes } from '#lib/uuid.ts'
import { associatedData } from './associated-data.ts'
import type { DataKeyName } from './keyring.ts'
import { openBytes, SEAL_BYTES, sealBytes } from './seal-bytes.ts'
import { Secret } from './secret.ts'

declare const sealed: unique symbol

/** The content of columns of the type `sealed_secret`: version, ID of the data key, nonce, ciphertext, tag. */
export type Sealed = Buffer & { readonly [sealed]: true }

/** Where a secret belongs. Sealed for one place, it does not open in another. */
export type SecretPlace = {
  /** `webhook`, `integration` … */
  ownerKind: string
  ownerId: string
  field: string
  /** The hosts it may be sent to, in any order; widening them later requires the secret again. */
  allowedHosts?: readonly string[]
}

const VERSION = 1
const KEY_ID_BYTES = 16
const HEADER_BYTES = 1 + KEY_ID_BYTES

/** Matches the check of `sealed_secret` in the database. */
export const MAX_SECRET_BYTES = 65_536

export function sealText(
  key: KeyObject,
  name: DataKeyName,
  place: SecretPlace,
  text: string,
): Sealed {
  // Half of a surrogate pair would decode as another character.
  if (!text.isWellFormed()) throw new TypeError('a secret must be well-formed text')
  const plain = Buffer.from(text)
  if (plain.length > MAX_SECRET_BYTES) {
    throw new RangeError(`a secret has at most ${MAX_SECRET_BYTES} bytes`)
  }
  const header = headerOf(name)
  const sealedBytes = Buffer.concat([header, sealBytes(key, plain, boundTo(header, name, place))])
  plain.fill(0)
  return sealedBytes as Sealed // this is what makes one
}

/** Undefined when it was changed or belongs to another place. */
export function openText(
  key: KeyObject,
  name: DataKeyName,
  place: SecretPlace,
  value: Sealed,
): Secret | undefined {
  const header = headerOf(name)
  if (!header.equals(value.subarray(0, HEADER_BYTES))) return undefined
  const plain = openBytes(key, value.subarray(HEADER_BYTES), boundTo(header, name, place))
  if (!plain) return undefined
  const secret = Secret.from(plain.toString())
  plain.fill(0)
  return secret
}

/** Undefined when this is not a sealed secret of a known form. */
export function dataKeyIdOf(value: Uint8Array): string | undefined {
  if (value[0] !== VERSION || value.length < HEADER_BYTES + SEAL_BYTES) return undefined
  return bytesToUuid(value.subarray(1, HEADER_BYTES))
}

function headerOf({ id }: DataKeyName): Buffer {
  return Buffer.concat([Buffer.of(VERSION), uuidToBytes(id)])
}

function boundTo(header: Buffer, { tenantId }: DataKeyName, place: SecretPlace): Buffer {
  const { ownerKind, ownerId, field, allowedHosts } = place
  const hosts = allowedHosts && [...new Set(allowedHosts)].toSorted()
  return associatedData([
    'task-service/sealed-secret/v1',
    header,
    uuidToBytes(tenantId),
    ownerKind,
    ownerId,
    field,
    // Any host (absent) is not the same as no host (an empty list).
    ...(hosts ? [associatedData(hosts)] : []),
  ])
}
