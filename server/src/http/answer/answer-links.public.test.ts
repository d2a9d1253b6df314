// One-time links of a service behind a proxy, and of a network that tries many of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiClient } from '../../../../tests/harness/api-client.ts'
import { createDatabase } from '../../../../tests/harness/database.ts'
import { addTenant, buildLocalApi, HOST_SUFFIX } from '../../../../tests/harness/service.ts'
import { ask } from '../../../../tests/harness/work/ask.ts'

const WRONG_LINKS = 30

test('a link has the public URL, and a network with many wrong ones has to wait', async () => {
  const database = await createDatabase()
  const env = {
    SERVICE_ACP_PUBLIC_URL: 'https://example.com/work',
    SERVICE_ACP_HOST: HOST_SUFFIX,
    SERVICE_ACP_LIMIT_GUESSES_PER_HOUR: '100',
  }
  const api = await buildLocalApi({ databaseUrl: database.url, env })
  try {
    const client = new ApiClient(api, await addTenant(api.db, 'acme'))
    const { question } = await ask(client)
    const input = { params: { question: question.id }, body: {} }
    const { url = '' } = (await client.call('questions.link', input)).body
    const { origin, pathname } = new URL(url)
    assert.equal(origin, `https://acme.${HOST_SUFFIX}`)
    assert.match(pathname, /^\/work\/answer\//)
    const headers = { host: client.tenant.host }
    const get = (path: string) => api.app.inject({ method: 'GET', url: path, headers })
    const page = await get(pathname)
    assert.equal(page.statusCode, 200)
    assert.ok(page.body.includes(`action="${pathname}"`))
    assert.ok(page.body.includes('<base href="/work/ui/">'))
    for (let tries = 0; tries < WRONG_LINKS; tries++) {
      assert.equal((await get(`/work/answer/${'A'.repeat(43)}`)).statusCode, 410)
    }
    const refused = await get(pathname)
    assert.equal(refused.statusCode, 429)
    assert.match(refused.body, /Too many invalid links/)
    assert.match(String(refused.headers['retry-after']), /^\d+$/)
  } finally {
    await api.stop()
    await database.drop()
  }
})
