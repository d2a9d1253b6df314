import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { associatedData } from './associated-data.ts'

test('different lists of parts never encode to the same bytes', () => {
  const parts = fc.array(fc.string({ unit: 'binary', maxLength: 6 }), { maxLength: 6 })
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      const same = JSON.stringify(one) === JSON.stringify(other)
      assert.equal(associatedData(one).equals(associatedData(other)), same)
    }),
    { numRuns: 2_000 },
  )
  const cuts = [['ab', 'c'], ['a', 'bc'], ['abc'], ['abc', ''], ['', 'abc'], []]
  const texts = new Set(cuts.map((cut) => associatedData(cut).toString('hex')))
  assert.equal(texts.size, cuts.length)
})

test('control: merely joined parts encode to the same bytes', () => {
  assert.equal(['ab', 'c'].join(''), ['a', 'bc'].join(''))
})

test('text is measured in bytes, and bytes are used unchanged', () => {
  assert.deepEqual(associatedData(['é']), associatedData([Buffer.from('é')]))
  assert.equal(associatedData(['é']).length, 4 + 4 + 2)
})
