// IDs ascend in the order of their creation and contain their time; lists and pages rely on both.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bytesToUuid, firstUuidAt, timeOfUuid, uuidToBytes, uuidv7 } from './uuid.ts'

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('uuidv7', () => {
  test('has the form of RFC 9562: version 7, variant 2', () => {
    for (let i = 0; i < 1_000; i++) assert.match(uuidv7(), form)
  })

  test('contains its creation time', () => {
    const from = Date.now()
    const time = timeOfUuid(uuidv7()).getTime()
    // IDs generated in a burst may run a little ahead of the clock, never behind it.
    assert.ok(time >= from && time <= Date.now() + 5, `${time - from} ms off`)
  })

  test('ascends strictly through a burst of 20,000, and so does the time', () => {
    const ids = Array.from({ length: 20_000 }, () => uuidv7())
    for (const [index, id] of ids.entries()) {
      assert.match(id, form)
      assert.ok(index === 0 || (ids[index - 1] ?? '') < id)
    }
    assert.equal(new Set(ids).size, 20_000)
  })

  test('ascends even when the clock steps back', () => {
    const now = uuidv7(Date.now() + 60_000)
    const earlier = uuidv7(Date.now() - 60_000)
    assert.ok(now < earlier)
    assert.ok(timeOfUuid(now) <= timeOfUuid(earlier))
  })

  test('gives the 4,097th ID of a millisecond the next millisecond', () => {
    const ms = Date.now() + 120_000
    const ids = Array.from({ length: 4_097 }, () => uuidv7(ms))
    const times = new Set(ids.map((id) => timeOfUuid(id).getTime()))
    assert.deepEqual([...times], [ms, ms + 1])
    assert.deepEqual(ids, ids.toSorted())
  })
})

describe('the first ID of a moment', () => {
  test('is not above any ID of that moment and is above those of the previous one', () => {
    const ms = Date.now() + 180_000
    const [last, id] = [uuidv7(ms - 1), uuidv7(ms)]
    const first = firstUuidAt(new Date(ms))
    assert.ok(last < first && first <= id)
    assert.equal(timeOfUuid(first).getTime(), ms)
  })

  test('is the smallest UUID before 1970, and fits until the year 9999', () => {
    assert.equal(firstUuidAt(new Date(-1)), '00000000-0000-0000-0000-000000000000')
    const end = new Date('9999-12-31T23:59:59.999Z')
    assert.deepEqual(timeOfUuid(firstUuidAt(end)), end)
  })
})

test('a UUID round-trips through its 16 bytes', () => {
  const uuid = uuidv7()
  assert.equal(uuidToBytes(uuid).length, 16)
  assert.equal(bytesToUuid(uuidToBytes(uuid)), uuid)
  assert.deepEqual(uuidToBytes(uuid.toUpperCase()), uuidToBytes(uuid))
})
