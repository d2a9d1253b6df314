// IDs are encoded with a prefix and decode only as their own kind.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ID_PREFIXES, type IdKind } from '@task-service/contract'
import { decodeId, encodeId } from './ids.ts'
import { uuidv7 } from './uuid.ts'

const kinds = Object.keys(ID_PREFIXES) as IdKind[] // keys of the table

test('every kind decodes to its UUID', () => {
  for (const kind of kinds) {
    const uuid = uuidv7()
    const id = encodeId(kind, uuid)
    assert.match(id, new RegExp(`^${ID_PREFIXES[kind]}_[0-9a-f]{32}$`))
    assert.equal(decodeId(kind, id), uuid)
  }
})

test('an ID of one kind does not decode as another', () => {
  const id = encodeId('task', uuidv7())
  for (const kind of kinds.filter((other) => other !== 'task')) {
    assert.equal(decodeId(kind, id), undefined)
  }
})

test('other texts do not decode', () => {
  const hex = '019301a2b3c47d5e8f90a1b2c3d4e5f6'
  const wrong = ['', 'tsk_', hex, `tsk_${hex}0`, `tsk_${hex.slice(1)}`, `tsk_${hex.toUpperCase()}`]
  for (const id of [...wrong, `TSK_${hex}`, `tsk-${hex}`, ` tsk_${hex}`, `tsk_${hex}\n`]) {
    assert.equal(decodeId('task', id), undefined, JSON.stringify(id))
  }
})

test('IDs sort like their UUIDs', () => {
  const uuids = Array.from({ length: 100 }, () => uuidv7())
  const ids = uuids.map((uuid) => encodeId('task', uuid))
  assert.deepEqual(ids, ids.toSorted())
})
