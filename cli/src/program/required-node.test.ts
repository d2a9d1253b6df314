// Versions before and after the required one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNodeFault } from './required-node.ts'

test('an older Node.js is named with the version that is needed', () => {
  for (const version of ['v18.20.0', 'v20.20.2', 'v22.11.9']) {
    assert.match(findNodeFault(version) ?? '', new RegExp(`22\\.12 or newer; this is ${version}`))
  }
  for (const version of ['v22.12.0', 'v23.0.0', 'v26.10.0', process.version]) {
    assert.equal(findNodeFault(version), undefined)
  }
})
