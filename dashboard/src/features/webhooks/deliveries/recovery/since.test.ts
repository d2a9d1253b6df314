import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sinceOf } from './since.ts'

test('starts a little before the first failure: deliveries are created before they fail', () => {
  const since = sinceOf({ failing_since: '2026-11-18T08:21:42Z' })
  assert.equal(since, '2026-11-18T08:16:00.000Z')
})

test('starts a day ago for a webhook that works', () => {
  const agoMs = Date.now() - Date.parse(sinceOf({ failing_since: null }))
  assert.ok(agoMs >= 86_400_000 && agoMs < 86_400_000 + 61_000, `${agoMs} ms`)
})
