// A connection form sends what was typed, as the provider asks for it, and says what is missing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Provider } from '@task-service/contract'
import { configOf, emptyDraft, missingOf, secretsOf } from './draft.ts'

const field = { help: null, default: null, placeholder: null, choices: [], discover: null }
const provider = {
  name: 'Tracker',
  config: [
    { ...field, name: 'url', label: 'Address', kind: 'url', required: true },
    { ...field, name: 'limit', label: 'Limit', kind: 'number', required: false, default: 50 },
  ],
  secrets: [
    { name: 'token', label: 'Token', help: null, required: true, url: null, generated: false },
    { name: 'signing', label: 'Secret', help: null, required: true, url: null, generated: true },
  ],
} as unknown as Provider // the parts that a form looks at

test('a new form has the defaults and misses required values', () => {
  const draft = emptyDraft(provider)
  assert.deepEqual(draft, { name: 'Tracker', config: { limit: 50 }, secrets: {} })
  assert.deepEqual(missingOf(provider, draft), ['url', 'token'])
})

test('values are sent in their kind, and empty ones not at all', () => {
  assert.deepEqual(configOf(provider, { url: ' https://a.test ', limit: '20' }), {
    url: 'https://a.test',
    limit: 20,
  })
  assert.deepEqual(configOf(provider, { url: '', limit: '' }), {})
  assert.deepEqual(secretsOf({ token: 'x ', signing: '' }), { token: 'x ' })
})

test('nothing is missing once all was typed; what is made by the service need not be', () => {
  const draft = { name: 'T', config: { url: 'https://a.test' }, secrets: { token: 'x' } }
  assert.deepEqual(missingOf(provider, draft), [])
  assert.deepEqual(missingOf(provider, { ...draft, name: ' ' }), ['name'])
})
