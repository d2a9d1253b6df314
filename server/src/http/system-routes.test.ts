// What the service reports about itself.
import assert from 'node:assert/strict'
import { openApiDocument } from '@task-service/contract/openapi'
import { describeOperation } from '../../../tests/harness/describe-operation.ts'

describeOperation('system.ping', {
  200: async ({ client, call }) => {
    const reply = await call()
    const { time, version, ...rest } = reply.body
    assert.deepEqual(rest, { status: 'ok', tenant: client.tenant.slug })
    assert.ok(Math.abs(Date.parse(time) - Date.now()) < 5_000)
    assert.match(version, /^\d+\.\d+\.\d+/)
    assert.match(reply.headers['api-version'] ?? '', /^\d{4}-\d\d-\d\d$/)
  },
  400: async ({ call }) => {
    const { problem } = await call({ query: { verbose: '1' } })
    assert.deepEqual(problem.errors, [
      {
        in: 'query',
        pointer: 'verbose',
        code: 'unknown_parameter',
        message: 'unknown parameter "verbose". This endpoint takes no query parameters',
        allowed: [],
      },
    ])
  },
})

describeOperation('system.openapi', {
  200: async ({ call }) => assert.deepEqual((await call()).body, openApiDocument()),
  400: async ({ call }) => {
    const { problem } = await call({ query: { format: 'yaml' } })
    assert.equal(problem.errors?.[0]?.pointer, 'format')
  },
})
