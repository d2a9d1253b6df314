import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findNodeFault } from './required-node.ts'

test('Node.js before 26 is rejected with instructions', () => {
  assert.match(findNodeFault('v24.12.0') ?? '', /needs Node\.js 26 or newer; this is v24\.12\.0/)
  assert.equal(findNodeFault('v25.9.1') === undefined, false)
  assert.equal(findNodeFault('v26.0.0'), undefined)
  assert.equal(findNodeFault('v30.1.0'), undefined)
})

test('every package requires the same version', () => {
  for (const folder of ['.', 'contract', 'edge', 'integrations', 'kit', 'server']) {
    const path = new URL(`../../../${folder}/package.json`, import.meta.url)
    const { engines } = JSON.parse(readFileSync(path, 'utf8')) as { engines?: { node?: string } }
    assert.equal(engines?.node, '>=26', folder)
  }
})
