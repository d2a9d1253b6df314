// `type` of every error opens a page that says what it means, for people with a browser and with curl, without a key.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { errors } from '@task-service/contract'
import { newTenant, testApi } from '../../../../tests/harness/test-api.ts'

async function open(url: string, accept?: string) {
  const { app } = await testApi()
  const headers = { host: 'default.tasks.test', ...(accept && { accept }) }
  const { statusCode, headers: received, body } = await app.inject({ method: 'GET', url, headers })
  return { status: statusCode, headers: received, body }
}

describe('the page of an error', () => {
  test('is where its type points to', async () => {
    const { problem } = await (await newTenant()).send({ url: '/api/tasks/T-99' })
    assert.equal(problem.type, '/errors/task_not_found')
    const page = await open(problem.type, 'text/html,application/xhtml+xml')
    assert.equal(page.status, 200)
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
    assert.match(page.body, /<h1>Task not found<\/h1>/)
    assert.match(page.body, /<code>404 task_not_found<\/code>/)
    assert.match(page.body, /Deleted tasks cannot be restored\./)
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
  })

  test('exists for every code, as a page and as text', async () => {
    for (const [code, { title, status }] of Object.entries(errors)) {
      const [page, text] = [
        await open(`/errors/${code}`, 'text/html'),
        await open(`/errors/${code}`),
      ]
      assert.deepEqual([page.status, text.status], [200, 200], code)
      assert.equal(text.headers['content-type'], 'text/plain; charset=utf-8')
      assert.ok(text.body.startsWith(`${title} (${status} ${code})\n\n`), text.body)
      assert.doesNotMatch(page.body, /`/)
    }
  })

  test('lists the codes of fields for an invalid request', async () => {
    assert.match(
      (await open('/errors/invalid_request')).body,
      /\n- too_long: The text is too long\./,
    )
  })

  test('is suggested for a code that does not exist', async () => {
    const answer = await open('/errors/task_notfound')
    assert.equal(answer.status, 404)
    assert.match(answer.body, /No error has this code\. Did you mean \\"task_not_found\\"\?/)
    assert.equal((await open('/errors/constructor')).status, 404)
  })
})

test('the list of errors links to all of them', async () => {
  for (const url of ['/errors', '/errors/']) {
    const page = await open(url, 'text/html')
    const links = [...page.body.matchAll(/href="\.\.\/errors\/(\w+)"/g)].map(([, code]) => code)
    assert.deepEqual(links, Object.keys(errors))
  }
})
