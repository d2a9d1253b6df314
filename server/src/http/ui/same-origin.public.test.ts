// The origin of a service with a configured public URL.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dashboardOf } from '../../../../tests/harness/dashboard/dashboard.ts'
import { createDatabase } from '../../../../tests/harness/database.ts'
import { buildLocalApi, UI_PASSWORD } from '../../../../tests/harness/service.ts'

const from = (origin: string) => ({ 'x-ts-csrf': '1', origin, 'sec-fetch-site': undefined })

test('the origin of the public URL is accepted, and plain HTTP is not if it uses TLS', async () => {
  const database = await createDatabase()
  const env = { SERVICE_ACP_PUBLIC_URL: 'https://example.com/work' }
  const api = await buildLocalApi({ databaseUrl: database.url, env })
  try {
    const change = dashboardOf(api, { host: 'example.com' })
    const body = { token: 'x'.repeat(43), password: UI_PASSWORD }
    const status = async (origin: string) =>
      (await change('/ui/reset', { method: 'POST', body, headers: from(origin) })).statusCode
    assert.equal(await status('https://example.com'), 410)
    assert.equal(await status('http://example.com'), 403)
  } finally {
    await api.stop()
    await database.drop()
  }
})
