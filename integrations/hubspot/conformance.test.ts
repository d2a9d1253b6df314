// What every integration owes, on the emulator; and over all of it not one word that the models of HubSpot’s client do not know.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testConformance } from '@task-service/kit/testing'
import { plugin } from './plugin.ts'
import { createBackend } from './testing/backend.ts'

const backend = createBackend()
const stop = backend.stop
const judged = { requests: 0, violations: ['the suite did not run'] }
backend.stop = async () => {
  const { controls } = backend.emulator()
  judged.requests = controls.listRequests().length
  judged.violations = controls.listViolations().map((violation) => JSON.stringify(violation))
  await stop()
}

testConformance(plugin, backend, { entry: import.meta.resolve('./plugin.ts') })

test('the models of HubSpot’s client are kept in both directions', () => {
  assert.deepEqual(judged.violations, [])
  assert.ok(judged.requests > 200, `only ${judged.requests} requests`)
})
