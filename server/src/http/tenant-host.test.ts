import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tenantOfHost } from './tenant-host.ts'

const SUFFIX = 'tasks.example.com'

test('the label before the suffix is the tenant, in every spelling of the host', () => {
  for (const host of [
    'acme.tasks.example.com',
    'acme.tasks.example.com:8001',
    'ACME.Tasks.Example.COM',
    'acme.tasks.example.com.',
    'acme.tasks.example.com.:443',
  ]) {
    assert.equal(tenantOfHost(host, SUFFIX), 'acme', host)
  }
})

test('any other host has no tenant', () => {
  for (const host of [
    undefined,
    '',
    'tasks.example.com',
    '.tasks.example.com',
    'a.b.tasks.example.com',
    'a_b.tasks.example.com',
    `${'a'.repeat(64)}.tasks.example.com`,
    'acme.tasks.example.com.evil.org',
    'acmetasks.example.com',
    'acme.tasks.example.org',
    'acme.tasks.example.com:8001:8001',
    'acme.tasks.example.com..',
    '127.0.0.1',
    '[::1]:8001',
  ]) {
    assert.equal(tenantOfHost(host, SUFFIX), undefined, String(host))
  }
})

test('without a suffix every host is the default tenant', () => {
  for (const host of [undefined, 'localhost:8001', 'acme.tasks.example.com']) {
    assert.equal(tenantOfHost(host, null), 'default')
  }
})
