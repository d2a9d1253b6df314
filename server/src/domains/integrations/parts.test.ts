// Where vendors send messages to, by what is known of our own address.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { originOf } from '#agent/vendor/allowed-hosts.ts'
import { hookUrl } from './parts.ts'

const id = '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f6'
const path = '/hooks/int_019301a2b3c47d5e8f90a1b2c3d4e5f6'
const nothing = { publicUrl: null, hostSuffix: null, basePath: '' }

test('the address of messages', () => {
  assert.equal(hookUrl(nothing, 'default', id), path)
  const own = { ...nothing, publicUrl: 'https://tasks.example/x', basePath: '/x' }
  assert.equal(hookUrl(own, 'default', id), `https://tasks.example/x${path}`)
  const many = { ...own, hostSuffix: 'tasks.example', publicUrl: 'http://tasks.example:8001/x' }
  assert.equal(hookUrl(many, 'acme', id), `http://acme.tasks.example:8001/x${path}`)
  const bare = { ...nothing, hostSuffix: 'tasks.example' }
  assert.equal(hookUrl(bare, 'acme', id), `https://acme.tasks.example${path}`)
})

test('stored hosts are https unless they say otherwise', () => {
  assert.equal(originOf('a.example:8443'), 'https://a.example:8443')
  assert.equal(originOf('http://a.example:3000'), 'http://a.example:3000')
})
