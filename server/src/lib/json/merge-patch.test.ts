// The examples of RFC 7396, appendix A, and properties of any patch.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { mergePatch } from './merge-patch.ts'

const examples: [target: unknown, patch: unknown, result: unknown][] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
]

describe('a merge patch', () => {
  test('matches the examples of RFC 7396', () => {
    for (const [target, patch, result] of examples) {
      assert.deepEqual(mergePatch(target, patch), result, JSON.stringify({ target, patch }))
    }
  })

  const json = fc.jsonValue({ maxDepth: 5 })

  test('is idempotent, and does not mutate its input', () => {
    fc.assert(
      fc.property(json, json, (target, patch) => {
        const [target0, patch0] = [structuredClone(target), structuredClone(patch)]
        const once = mergePatch(target, patch)
        assert.deepEqual(mergePatch(once, patch), once)
        assert.deepEqual([target, patch], [target0, patch0])
      }),
    )
  })

  test('treats prototype property names as plain keys', () => {
    const patch: unknown = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"a": 1}}')
    const result = mergePatch({}, patch) as Record<string, unknown> // an object, as the patch is one
    assert.deepEqual(Object.keys(result), ['__proto__', 'constructor'])
    assert.equal(Object.getPrototypeOf(result), Object.prototype)
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
  })
})
