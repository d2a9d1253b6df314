// What docs/guide/self-hosting.md says about nginx, word for word in a real one: tenants by host, addresses of clients,
// and a path that the proxy takes off.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import {
  HOST_SUFFIX,
  provisionTenant,
  type Service,
  startService,
  type TestTenant,
} from '../harness/service.ts'
import { hasNginx, type Nginx, startNginx } from './nginx.ts'
import { type Received, send, type Wire } from './send.ts'
import { until } from './until.ts'

const PUBLIC_URL = 'https://example.com/work'
/** Another address of the loopback than the proxy's. */
const CLIENT_ADDRESS = '127.0.0.9'

let database: TestDatabase
let tenant: TestTenant
let service: Service
let nginx: Nginx

/** The guide has one block for a host and one for a path; both go into one server here. */
function guideServers(upstream: string, port: number): string {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/self-hosting.md'), 'utf8')
  const [host = '', path = ''] = [...guide.matchAll(/```nginx\n(.*?)```/gs)].map(([, text]) => text)
  return host
    .replace('127.0.0.1:8001', upstream)
    .replaceAll('tasks.example.com', HOST_SUFFIX)
    .replace(/^server \{.*\n/m, `server {\nlisten 127.0.0.1:${port};\n${path}`)
}

const sized = (bytes: number) => ({ title: 'large', input: { filler: 'x'.repeat(bytes) } })

function ask(path: string, wire: Wire = {}): Promise<Received> {
  return send(`http://127.0.0.1:${nginx.port}${path}`, {
    ...wire,
    headers: { host: tenant.host, 'x-api-key': tenant.key, ...wire.headers },
  })
}

describe('behind nginx', { skip: hasNginx() ? false : 'nginx is missing' }, () => {
  before(async () => {
    database = await createDatabase()
    tenant = await provisionTenant(database.url, 'acme')
    service = await startService({
      databaseUrl: database.url,
      env: {
        SERVICE_ACP_HOST: HOST_SUFFIX,
        SERVICE_ACP_PUBLIC_URL: PUBLIC_URL,
        SERVICE_ACP_TRUSTED_PROXIES: '127.0.0.1',
      },
    })
    nginx = await startNginx((port) => guideServers(new URL(service.url).host, port))
  })

  after(async () => {
    await nginx.stop()
    await service.stop()
    await database.drop()
  })

  test('the host of the client chooses the tenant, and a foreign one is refused', async () => {
    assert.equal((await ask('/api/ping')).status, 200)
    assert.equal((await ask('/api/ping', { headers: { host: `b.${HOST_SUFFIX}` } })).status, 401)
  })

  test('under a path: what the service hands out leads back through the proxy', async () => {
    const created = [1, 2].map((number) =>
      ask('/work/api/tasks', { method: 'POST', body: { title: `task ${number}` } }),
    )
    for (const { status, headers } of await Promise.all(created)) {
      assert.equal(status, 201)
      assert.match(String(headers['location']), /^\/work\/api\/tasks\/tsk_/)
      assert.equal((await ask(String(headers['location']))).status, 200)
    }
    const page = await ask('/work/api/tasks?limit=1')
    const next = /^<(\/work\/api\/tasks\?[^>]+)>; rel="next"$/.exec(
      String(page.headers['link']),
    )?.[1]
    assert.equal((await ask(next ?? assert.fail('no link'))).status, 200)
    const document = (await ask('/work/api/openapi.json')).json()
    assert.deepEqual(document['servers'], [{ url: PUBLIC_URL }])
  })

  test('the address of the client is known, and one that it made up is not believed', async () => {
    const forged = { 'x-forwarded-for': '192.0.2.66', 'x-request-id': 'who-is-asking' }
    await ask('/api/ping', { localAddress: CLIENT_ADDRESS, headers: forged })
    const line = await until('the request is logged', () =>
      service.log.find((entry) => entry['request_id'] === 'who-is-asking'),
    )
    assert.equal(line['address'], CLIENT_ADDRESS)
  })

  test('a body that is as large as allowed passes, and no larger one', async () => {
    const large = { method: 'POST', body: sized(1024 * 1024 - 100) }
    assert.equal((await ask('/api/tasks', large)).status, 201)
    assert.equal((await ask('/api/tasks', { ...large, body: sized(1024 * 1024) })).status, 413)
  })
})
