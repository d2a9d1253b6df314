import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutPage, readFilter, readSubject, type ScannedRow } from './walk.ts'

/** Places count from 1; those in `hits` match. */
function walkOf(places: readonly number[], hits: readonly number[]): ScannedRow<{ id: string }>[] {
  return places.map((place) => ({
    row: { id: String(place) },
    matches: hits.includes(place),
    place,
  }))
}

function cut(places: readonly number[], hits: readonly number[], limit: number, window: number) {
  const { rows, last } = cutPage(walkOf(places, hits), limit, { window, isCut: false })
  return [rows.map(({ id }) => id).join(''), last]
}

test('a full page ends with its last entry, and one more shows that there is a next', () => {
  assert.deepEqual(cut([1, 2, 3], [1, 2, 3], 2, 9), ['12', '2'])
})

test('a page at the end of the log has no next', () => {
  assert.deepEqual(cut([1, 2], [1, 2], 2, 9), ['12', undefined])
  assert.deepEqual(cut([], [], 2, 9), ['', undefined])
})

test('a page with too few matches continues where the walk ended', () => {
  assert.deepEqual(cut([4, 9], [4], 2, 9), ['4', '9'])
  assert.deepEqual(cut([9], [], 2, 9), ['', '9'])
  assert.deepEqual(cut([4, 9], [4, 9], 2, 9), ['49', '9'])
})

test('ids become the values they are stored as, and numbers stay numbers', () => {
  const id = '00000000-0000-0000-0000-000000000001'
  assert.equal(readSubject(`tsk_${'0'.repeat(31)}1`), id)
  assert.equal(readSubject('T-142'), 142)
  assert.equal(readSubject('t-7'), 7)
  assert.equal(readSubject(undefined), undefined)
  const filter = readFilter({ since: '2026-01-01T00:00:00Z' }, id)
  assert.equal(filter.subjectId, id)
  assert.deepEqual(filter.since, new Date('2026-01-01T00:00:00Z'))
  assert.equal(filter.until, undefined)
})
