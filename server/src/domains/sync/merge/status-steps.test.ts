import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statusSteps } from './status-steps.ts'

test('a status of the vendor is reached by allowed transitions', () => {
  assert.deepEqual(statusSteps('completed', 'in_progress'), ['ready', 'in_progress'])
  assert.deepEqual(statusSteps('ready', 'ready'), [])
  assert.deepEqual(statusSteps('ready', undefined), [])
  assert.deepEqual(statusSteps('ready', 'constructor'), [])
})
