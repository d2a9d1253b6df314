// Downloads: complete, unchanged, and never something that a browser would show or run.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { dashboardOf } from '../../../../tests/harness/dashboard/dashboard.ts'
import { describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { attach, attached } from '../../../../tests/harness/files/new-attachment.ts'
import {
  inspect,
  newTenant,
  newUser,
  testAddress,
  testApi,
} from '../../../../tests/harness/test-api.ts'

const page = '<!doctype html><script>alert(1)</script>'

/** As bytes, over a connection. */
async function download(client: ApiClient, params: { task: string; attachment: string }) {
  const { host, key } = client.tenant
  const path = `/api/tasks/${params.task}/attachments/${params.attachment}/content`
  const options = { headers: { host, 'x-api-key': key } }
  const [response] = (await once(get(`${await testAddress()}${path}`, options), 'response')) as [
    IncomingMessage,
  ]
  const content = await buffer(response)
  return { status: response.statusCode, headers: response.headers, content }
}

/** What keeps a browser from doing anything with a file but saving it. */
function checkHeaders(headers: Record<string, unknown>, type = 'application/octet-stream'): void {
  const expected = {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-cache',
  }
  const found = Object.fromEntries(Object.keys(expected).map((name) => [name, headers[name]]))
  assert.deepEqual(found, expected)
  assert.match(String(headers['content-disposition']), /^attachment; filename="/)
}

describeOperation('attachments.content', {
  200: {
    'returns the bytes of a file of many chunks': async ({ client, call }) => {
      const { id: task } = await client.create()
      const file = randomBytes(1_500_000)
      const { id: attachment, sha256 } = await attach(client, task, { file })
      const answer = await download(client, { task, attachment })
      assert.ok(answer.content.equals(file))
      assert.deepEqual(
        [answer.headers['content-length'], answer.headers.etag],
        ['1500000', `"${sha256}"`],
      )
      await call({ params: { task: 'T-1', attachment } })
    },
    'returns an empty file': async ({ client, call }) => {
      const { id: task } = await client.create()
      const { id: attachment } = await attach(client, task, { file: '' })
      assert.equal((await call({ params: { task, attachment } })).text, '')
    },
    'is a download, whatever the file is and says that it is': async ({ client, call }) => {
      const { id: task } = await client.create()
      for (const type of ['text/html', 'image/svg+xml', 'text/javascript', 'image/png']) {
        const { id: attachment } = await attach(client, task, { name: 'a.html', file: page, type })
        checkHeaders((await call({ params: { task, attachment } })).headers)
      }
    },
    'has the type of an image only if it is one': async ({ client, call }) => {
      const { id: task } = await client.create()
      const polyglot = { name: 'a.html', file: `GIF89a/*${page}*/`, type: 'text/html' }
      const { id: attachment } = await attach(client, task, polyglot)
      checkHeaders((await call({ params: { task, attachment } })).headers, 'image/gif')
    },
    'has the same headers in the dashboard': async ({ client, call }) => {
      const { id: task } = await client.create()
      const { id: attachment } = await attach(client, task, { file: page })
      const ada = await newUser(client.tenant, 'ada')
      const hers = dashboardOf(await testApi(), client.tenant, ada)
      checkHeaders((await hers(`/ui/api/tasks/${task}/attachments/${attachment}/content`)).headers)
      await call({ params: { task, attachment } })
    },
    'has no body for HEAD': async ({ client, call }) => {
      const params = await attached(client)
      const url = `/api/tasks/${params.task}/attachments/${params.attachment}/content`
      const { status, text } = await client.head(url)
      assert.deepEqual([status, text], [200, ''])
      await call({ params })
    },
  },
  304: async ({ client, call }) => {
    const params = await attached(client)
    const { etag = '' } = (await call({ params })).headers
    for (const header of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const reply = await call({ params, headers: { 'if-none-match': header } })
      assert.deepEqual([reply.status, reply.text], [304, ''])
    }
    const other = await call({ params, headers: { 'if-none-match': '"x"' } })
    assert.equal(other.status, 200)
  },
  400: async ({ client, call }) => {
    const { id: task } = await client.create()
    const { problem } = await call({ params: { task, attachment: 'x' } })
    assert.equal(problem.errors?.[0]?.pointer, 'attachment')
  },
  404: async ({ client, call }) => {
    const params = await attached(client)
    const stranger = await attached(await newTenant())
    assert.equal((await call({ params: stranger })).problem.code, 'task_not_found')
    const foreign = { ...params, attachment: stranger.attachment }
    assert.equal((await call({ params: foreign })).problem.code, 'attachment_not_found')
  },
})

for (const [what, damage] of Object.entries({
  changed: `update attachment_chunks set content = 'Hallo' where tenant_id = $1`,
  missing: 'delete from attachment_chunks where tenant_id = $1',
  'too long': `update attachment_chunks set content = 'Hello, world' where tenant_id = $1`,
})) {
  test(`content that is ${what} is an error, and not sent`, async () => {
    const client = await newTenant()
    const params = await attached(client)
    await inspect(damage, [client.tenant.id])
    const answer = await download(client, params)
    assert.equal(answer.status, 500)
    assert.match(answer.content.toString(), /"code":"internal_error"/)
    assert.equal(answer.headers['content-disposition'], undefined)
  })
}
