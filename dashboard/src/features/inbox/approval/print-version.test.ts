// Versions of vendors, as people read them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printVersion } from './print-version.ts'

test('a number is shown as it is', () => {
  assert.equal(printVersion('14', 'en'), '14')
})

test('a time is shown as one, with or without a hash behind it', () => {
  const shown = printVersion('2026-11-18T05:33:38Z', 'en')
  assert.match(shown, /Nov 1[78], 2026/)
  assert.equal(printVersion('2026-11-18T05:33:38Z.15c649f9b34dca56', 'en'), shown)
  assert.match(printVersion('2026-11-18T05:33:38.123Z', 'en'), /:38/)
})

test('a hash is shortened', () => {
  assert.equal(printVersion('9f3c1d07a5e84b62c0d91e7f35ab8462', 'en'), '9f3c1d07…8462')
})
