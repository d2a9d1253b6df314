// Every way to change, cut or move what is stored, tried on generated secrets; counts how many tries were accepted.
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { createKeyring, type DataKeyName } from '../../server/src/crypto/keyring.ts'
import {
  openText,
  type Sealed,
  type SecretPlace,
  sealText,
} from '../../server/src/crypto/sealed-secret.ts'
import { Secret } from '../../server/src/crypto/secret.ts'

/** Of each kind: how often it was tried, and how often it opened all the same. */
export type Tries = Record<'flips' | 'cuts' | 'swaps' | 'keyFlips' | 'keySwaps', Try>
export type Try = { tried: number; accepted: number }

export type TamperingOptions = {
  seed: number
  samples: number
  /** False: sealed without associated data, as if every place were the same. */
  isBound: boolean
}

type Sample = {
  name: DataKeyName
  otherName: DataKeyName
  place: SecretPlace
  text: string
  masks: number[]
}

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
const sample: fc.Arbitrary<Sample> = fc.record({
  name: fc.record({ tenantId: fc.uuid(), id: fc.uuid() }),
  otherName: fc.record({ tenantId: fc.uuid(), id: fc.uuid() }),
  place: fc.record(
    {
      ownerKind: word,
      ownerId: fc.oneof(fc.uuid(), word),
      field: word,
      allowedHosts: fc.array(fc.domain(), { maxLength: 3 }),
    },
    { requiredKeys: ['ownerKind', 'ownerId', 'field'] },
  ),
  text: fc.string({ unit: 'grapheme', maxLength: 60 }),
  masks: fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 64, maxLength: 64 }),
})

export function tryTampering({ seed, samples, isBound }: TamperingOptions): Tries {
  const tries: Tries = {
    flips: { tried: 0, accepted: 0 },
    cuts: { tried: 0, accepted: 0 },
    swaps: { tried: 0, accepted: 0 },
    keyFlips: { tried: 0, accepted: 0 },
    keySwaps: { tried: 0, accepted: 0 },
  }
  for (const one of fc.sample(sample, { seed, numRuns: samples })) {
    tamperWithSecret(one, isBound, tries)
    tamperWithDataKey(one, tries)
  }
  return tries
}

function note(kind: Try, accepted: boolean): void {
  kind.tried++
  if (accepted) kind.accepted++
}

const NOWHERE: SecretPlace = { ownerKind: '', ownerId: '', field: '' }
const NIL_ID = '00000000-0000-0000-0000-000000000000'

function tamperWithSecret(given: Sample, isBound: boolean, tries: Tries): void {
  const key = createSecretKey(randomBytes(32))
  const bound = (name: DataKeyName) => (isBound ? name : { ...name, tenantId: NIL_ID })
  const at = (place: SecretPlace) => (isBound ? place : NOWHERE)
  const opens = (value: Buffer, name = given.name, place = given.place, by: KeyObject = key) =>
    openText(by, bound(name), at(place), value as Sealed) !== undefined // a table hands over any bytes
  const sealed = sealText(key, bound(given.name), at(given.place), given.text)
  if (openText(key, bound(given.name), at(given.place), sealed)?.reveal() !== given.text) {
    throw new Error('a secret that was not touched did not come back')
  }
  for (const changed of flipBytes(sealed, given.masks)) note(tries.flips, opens(changed))
  for (let bytes = 1; bytes <= 16; bytes++) {
    note(tries.cuts, opens(sealed.subarray(0, -bytes)))
    note(tries.cuts, opens(Buffer.concat([sealed, randomBytes(bytes)])))
  }
  for (const place of otherPlaces(given.place)) note(tries.swaps, opens(sealed, given.name, place))
  note(tries.swaps, opens(sealed, { ...given.name, tenantId: given.otherName.tenantId }))
  note(tries.swaps, opens(sealed, { ...given.name, id: given.otherName.id }))
}

function randomMaster(): Secret<Uint8Array> {
  return Secret.from<Uint8Array>(randomBytes(32))
}

function tamperWithDataKey({ name, otherName, masks }: Sample, tries: Tries): void {
  const keyring = createKeyring({
    instanceId: NIL_ID,
    master: randomMaster(),
    previous: randomMaster(),
  })
  const other = createKeyring({ instanceId: NIL_ID, master: randomMaster(), previous: null })
  const made = keyring.makeDataKey(name, keyring.currentId)
  if (!keyring.unwrap(made)) throw new Error('a data key that was not touched did not unwrap')
  const canary = keyring.makeCanary()
  for (const wrapped of flipBytes(made.wrapped, masks)) {
    note(tries.keyFlips, keyring.unwrap({ ...made, wrapped }) !== undefined)
  }
  for (const changed of flipBytes(canary, masks)) {
    note(tries.keyFlips, keyring.opensCanary(keyring.currentId, changed))
  }
  const moved = [
    { ...made, tenantId: otherName.tenantId },
    { ...made, id: otherName.id },
    { ...made, masterKeyId: keyring.previousId ?? '' },
  ]
  for (const key of moved) note(tries.keySwaps, keyring.unwrap(key) !== undefined)
  note(tries.keySwaps, other.unwrap({ ...made, masterKeyId: other.currentId }) !== undefined)
  note(tries.keySwaps, other.opensCanary(other.currentId, canary))
}

function* flipBytes(bytes: Buffer, masks: readonly number[]): Generator<Buffer> {
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(index) ^ (masks[index % masks.length] ?? 1), index)
    yield changed
  }
}

/** Each part of the place changed on its own, and the same letters divided differently. */
function* otherPlaces(place: SecretPlace): Generator<SecretPlace> {
  const { ownerKind, ownerId, field, allowedHosts, ...rest } = place
  const owned = { ownerKind, ownerId, field, ...rest }
  yield { ...place, ownerKind: `${ownerKind}x` }
  yield { ...place, ownerId: `${ownerId}x` }
  yield { ...place, field: `${field}x` }
  yield { ...place, ownerKind: ownerKind + ownerId, ownerId: '' }
  yield { ...place, ownerId: ownerId + field, field: '' }
  yield { ...place, ownerKind: field, field: `${ownerKind} ` }
  yield { ...owned, allowedHosts: [...(allowedHosts ?? []), 'evil.example'] }
  if (!allowedHosts) {
    yield { ...owned, allowedHosts: [] }
    return
  }
  yield owned
  if (allowedHosts.length > 0) {
    yield { ...owned, allowedHosts: allowedHosts.map((host) => `evil.${host}`) }
    yield { ...owned, allowedHosts: [] }
  }
}

/** Nonces of one key must never meet; returns how many did. */
export function countRepeatedNonces(count: number): number {
  const key = createSecretKey(randomBytes(32))
  const name = { tenantId: NIL_ID, id: NIL_ID }
  const seen = new Set<string>()
  for (let made = 0; made < count; made++) {
    seen.add(sealText(key, name, NOWHERE, '').toString('latin1', 17, 29))
  }
  return count - seen.size
}
