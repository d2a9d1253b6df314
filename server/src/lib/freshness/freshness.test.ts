import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFreshness, printFreshness } from './freshness.ts'

const scope = { secret: Buffer.alloc(32, 1), tenantId: 'a' }
const now = new Date('2026-11-15T09:30:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

test('a tag decodes to the horizon and to a time before which no event is relevant', () => {
  for (const horizon of ['0', '184467', '18446744073709551615']) {
    const tag = printFreshness(scope, horizon, now)
    assert.match(tag, /^W\/"[\w-]{22}"$/)
    assert.deepEqual(parseFreshness(scope, tag, later(1)), { horizon, since: later(-1) })
  }
})

test('a tag is found among other tags, weak or not', () => {
  const tag = printFreshness(scope, '7', now)
  for (const header of [`"x", ${tag}`, tag.slice(2), `${tag}, *`]) {
    assert.equal(parseFreshness(scope, header, now)?.horizon, '7', header)
  }
})

test('no tag, a forged one, an old one and one from the future are ignored', () => {
  for (const header of [
    undefined,
    '',
    '*',
    '"3"',
    `W/"${'A'.repeat(22)}"`,
    `"${'9'.repeat(30)}"`,
  ]) {
    assert.equal(parseFreshness(scope, header, now), undefined, String(header))
  }
  assert.equal(parseFreshness(scope, printFreshness(scope, '7', now), later(25)), undefined)
  assert.equal(parseFreshness(scope, printFreshness(scope, '7', later(2)), now), undefined)
})

test('a tag of another tenant, of another installation, or with any changed character is ignored', () => {
  const tag = printFreshness(scope, '184467', now)
  assert.equal(parseFreshness({ ...scope, tenantId: 'b' }, tag, now), undefined)
  assert.equal(parseFreshness({ ...scope, secret: Buffer.alloc(32, 2) }, tag, now), undefined)
  for (let at = 3; at < 24; at++) {
    const changed = `${tag.slice(0, at)}${tag[at] === 'x' ? 'y' : 'x'}${tag.slice(at + 1)}`
    assert.equal(parseFreshness(scope, changed, now), undefined, changed)
  }
})

test('tags of consecutive transactions have nothing in common, so clients cannot count transactions', () => {
  const one = printFreshness(scope, '184467', now)
  const next = printFreshness(scope, '184468', now)
  const letters = one.slice(3, -1).split('')
  const same = letters.filter((character, at) => character === next[at + 3]).length
  assert.ok(same <= 5, `${one} and ${next} share ${same} characters`)
})
