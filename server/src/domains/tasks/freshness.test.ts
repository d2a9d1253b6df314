import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFreshness, printFreshness } from './freshness.ts'

const now = new Date('2026-11-15T09:30:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

test('a tag tells the horizon, and a time before which nothing needs to be looked at', () => {
  const tag = printFreshness('184467', now)
  assert.match(tag, /^W\/"/)
  assert.deepEqual(parseFreshness(tag, later(1)), { horizon: '184467', since: later(-1) })
})

test('a tag is found among others, weak or not', () => {
  const tag = printFreshness('7', now)
  for (const header of [`"x", ${tag}`, tag.slice(2), `${tag}, *`]) {
    assert.equal(parseFreshness(header, now)?.horizon, '7', header)
  }
})

test('no tag, a foreign one, an old one and one from the future are not looked up', () => {
  for (const header of [undefined, '', '*', '"3"', 'W/"abc-1"', '"1-"', `"${'9'.repeat(30)}-a"`]) {
    assert.equal(parseFreshness(header, now), undefined, String(header))
  }
  assert.equal(parseFreshness(printFreshness('7', now), later(25)), undefined)
  assert.equal(parseFreshness(printFreshness('7', later(2)), now), undefined)
})
