// What every integration owes, shown on a real Redmine.
import { test } from 'node:test'
import { testConformance } from '@task-service/kit/testing'
import { plugin } from './plugin.ts'
import { createRedmineBackend, skipWithoutRedmine } from './testing/redmine-backend.ts'

const missing = skipWithoutRedmine()
if (missing === false) {
  testConformance(plugin, createRedmineBackend(), { entry: import.meta.resolve('./plugin.ts') })
} else {
  test('conformance', { skip: missing })
}
