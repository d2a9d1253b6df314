// Which page a mistyped path means.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggestPath } from './suggest-path.ts'

const KNOWN = ['/inbox', '/tasks', '/webhooks', '/board', '/settings']

test('the closest page is suggested, with what follows it', () => {
  assert.equal(suggestPath('/webhook', KNOWN), '/webhooks')
  assert.equal(suggestPath('/task/T-142', KNOWN), '/tasks/T-142')
  assert.equal(suggestPath('/Setings/users/', KNOWN), '/settings/users')
})

test('below a page that exists, that page is suggested', () => {
  assert.equal(suggestPath('/webhooks/whk_1/log', KNOWN), '/webhooks')
})

test('nothing is suggested for another word', () => {
  assert.equal(suggestPath('/nowhere', KNOWN), undefined)
  assert.equal(suggestPath('/', KNOWN), undefined)
})
