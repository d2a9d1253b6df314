// What is shown of a credential without decrypting it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeCredential, listMissing } from './credential.ts'

const manifest = {
  secrets: [
    { name: 'token', label: 'Token', required: true },
    { name: 'more', label: 'More', required: true },
    { name: 'hook', label: 'Hook', required: true, generated: true as const },
  ],
}
const at = new Date('2026-11-15T10:00:00Z')
const known = (name: string, isReadable = true) => ({ name, entered_at: at, isReadable })
const stateOf = (...names: string[]) =>
  describeCredential(
    manifest,
    names.map((name) => known(name)),
  ).state

test('missing, incomplete, complete', () => {
  assert.equal(stateOf(), 'missing')
  assert.equal(stateOf('hook'), 'missing', 'what we made ourselves is nothing that was entered')
  assert.equal(stateOf('token'), 'incomplete')
  assert.equal(stateOf('token', 'more'), 'readable')
})

test('one part that cannot be read makes it one to be entered again', () => {
  const { state } = describeCredential(manifest, [known('token'), known('more', false)])
  assert.equal(state, 'needs_reentry')
})

test('names and the latest time are shown', () => {
  const later = { ...known('more'), entered_at: new Date('2026-11-15T11:00:00Z') }
  assert.deepEqual(describeCredential(manifest, [known('token'), later]), {
    names: ['token', 'more'],
    entered_at: '2026-11-15T11:00:00.000Z',
    state: 'readable',
  })
})

test('without its provider nothing is known to be missing', () => {
  assert.deepEqual(listMissing(undefined, []), [])
  assert.deepEqual(listMissing(manifest, ['more']), ['token'])
})
