// Unknown paths and unsupported methods are distinguished, whatever else is wrong with the request.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testApi } from '../../../tests/harness/test-api.ts'
import { allowedMethods, suggestPath } from './not-found.ts'

describe('the methods of a path', () => {
  test('are those of the contract, and HEAD where there is GET', () => {
    assert.deepEqual(allowedMethods('/api/tasks'), ['GET', 'POST', 'HEAD'])
    assert.deepEqual(allowedMethods('/api/tasks/T-1'), ['GET', 'PATCH', 'DELETE', 'HEAD'])
    assert.deepEqual(allowedMethods('/api/openapixjson'), [])
  })

  test('are those of the fixed path if a template matches too', () => {
    assert.deepEqual(allowedMethods('/api/tasks/bulk'), ['POST'])
    assert.deepEqual(allowedMethods('/api/tasks/by-ref/comments/7'), ['PUT'])
  })
})

describe('a path that does not exist', () => {
  test('is answered with the closest one', async () => {
    const job = 'con_019301a2b3c47d5e8f90a1b2c3d4e5f6/jobs/job_019301a2b3c47d5e8f90a1b2c3d4e5f6'
    for (const [path, close] of [
      ['/api/task', '/api/tasks'],
      ['/api/v1/tasks', '/api/tasks'],
      ['/tasks/T-1', '/api/tasks/T-1'],
      ['/api/tasks/T-1/comment', '/api/tasks/T-1/comments'],
      [`/api/connectors/${job}/cancle`, `/api/connectors/${job}/cancel`],
      [`/tasks/${'x'.repeat(5_000)}`, '/api/tasks/{task}'],
      ['/api/task/a"b', '/api/tasks/{task}'],
      ['/api/task/', '/api/tasks'],
      [`/api/tasks${'/'.repeat(5_000)}`, undefined],
      ['/api/openapi', undefined],
      ['/api/nothing', undefined],
      [`/api/${'x'.repeat(5_000)}`, undefined],
    ] as const) {
      assert.equal(suggestPath(path), close, path)
    }
    const { app, apiKey } = await testApi()
    const headers = { host: 'default.tasks.test', 'x-api-key': apiKey }
    const answer = await app.inject({ method: 'GET', url: '/api/taskss?limit=1', headers })
    assert.equal(answer.statusCode, 404)
    assert.match(answer.body, /No endpoint has this path\. Did you mean \/api\/tasks\?/)
  })
})

const refusals = [
  ['QUERY', '/api/ping', 'GET, HEAD'],
  ['TRACE', '/api/ping', 'GET, HEAD'],
  ['OPTIONS', '/api/tasks', 'GET, POST, HEAD'],
  ['PATCH', '/api/tasks/bulk', 'POST'],
  ['HEAD', '/api/tasks/bulk', 'POST'],
  ['GET', '/api/tasks/by-ref/comments/7', 'PUT'],
] as const

describe('405 with the allowed methods', () => {
  for (const [method, url, allow] of refusals) {
    test(`is the response to ${method} ${url}, before the body is read`, async () => {
      const { app, apiKey } = await testApi()
      const headers = {
        host: 'default.tasks.test',
        'x-api-key': apiKey,
        'content-type': 'text/plain',
      }
      const answer = await app.inject({ method, url, headers, payload: '{' })
      assert.equal(answer.statusCode, 405)
      assert.equal(answer.headers.allow, allow)
    })
  }
})
