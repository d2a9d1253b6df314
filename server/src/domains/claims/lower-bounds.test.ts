import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLowerBounds } from './lower-bounds.ts'

test('a bound is trusted for a second from when it was first raised', () => {
  let now = 0
  const bounds = createLowerBounds(() => now)
  assert.equal(bounds.get('lane'), 0)
  bounds.raise('lane', 10)
  assert.equal(bounds.get('lane'), 10)
  now = 900
  bounds.raise('lane', 20)
  assert.equal(bounds.get('lane'), 20)
  now = 1_000
  assert.equal(bounds.get('lane'), 0, 'another process may have added a task before it')
  bounds.raise('lane', 30)
  assert.equal(bounds.get('lane'), 30)
  assert.equal(bounds.get('other'), 0)
})

test('a bound that is trusted is never lowered', () => {
  const bounds = createLowerBounds(() => 0)
  bounds.raise('lane', 20)
  bounds.raise('lane', 10)
  assert.equal(bounds.get('lane'), 20)
})

test('a bound with nothing behind it is forgotten, unless it is new', () => {
  let now = 0
  const bounds = createLowerBounds(() => now)
  assert.equal(bounds.forget('lane'), false)
  bounds.raise('lane', 10)
  assert.equal(bounds.forget('lane'), false, 'it was looked at a moment ago')
  now = 100
  assert.equal(bounds.forget('lane'), true)
  assert.equal(bounds.get('lane'), 0)
  assert.equal(bounds.forget('lane'), false)
})
