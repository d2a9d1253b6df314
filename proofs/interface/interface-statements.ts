// The written interface, statement by statement, each with a check on the running service or the proofs that verify it.
import assert from 'node:assert/strict'
import { operations, PAGE_LIMIT_DEFAULT } from '@task-service/contract'
import { HOST_SUFFIX, MASTER_KEY, type TestTenant } from '../../tests/harness/service.ts'

export type Answer = {
  status: number
  headers: Record<string, string>
  text: string
  json: unknown
}

export type Stage = {
  /** The service as `npm start` runs it with the three variables of the interface. */
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>
  /** Another installation with SERVICE_ACP_HOST and two tenants. */
  hosted: (
    tenant: TestTenant,
    method: string,
    path: string,
    options?: CallOptions,
  ) => Promise<Answer>
  tenants: [TestTenant, TestTenant]
  apiKey: string
  port: number
  /** Everything the service has printed so far. */
  output: () => string
  /** Tries to start with these variables and gives what it printed. */
  refusedStart: (env: Record<string, string | undefined>) => Promise<string>
}

export type CallOptions = { key?: string | null; body?: unknown; headers?: Record<string, string> }

export type Statement = {
  section: string
  text: string
  /** Undefined: it takes a vendor, a database of a customer or containers, so other proofs verify it. */
  check?: (stage: Stage) => Promise<void>
  /** Names of these proofs. */
  verifiedBy?: readonly string[]
}

function fields(value: unknown): Record<string, unknown> {
  assert.ok(typeof value === 'object' && value !== null)
  return value as Record<string, unknown>
}

const basicOf = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** As the first start printed it. */
function printedPassword({ output }: Stage): string {
  const [, password] = /Password: {2}(\S+)/.exec(output()) ?? []
  assert.ok(password, 'the first start prints a password')
  return password
}

const task = { title: 'Call the supplier', description: 'Ask for the **new** price list' }
const threePaths = [
  ['GET', '/api/ping'],
  ['GET', '/api/tasks'],
  ['POST', '/api/tasks'],
] as const

export const statements: Statement[] = [
  {
    section: '1',
    text: 'The service is multi-tenant; each tenant has its own base URL `https://<tenant_id>.{host}/api`.',
    check: async ({ hosted, tenants: [first, second] }) => {
      const created = await hosted(first, 'POST', '/api/tasks', { body: task })
      assert.equal(created.status, 201)
      assert.equal(first.host, `${first.slug}.${HOST_SUFFIX}`)
      const mine = await hosted(first, 'GET', '/api/tasks')
      const theirs = await hosted(second, 'GET', '/api/tasks')
      assert.equal((fields(mine.json)['data'] as unknown[]).length, 1)
      assert.deepEqual(fields(theirs.json)['data'], [])
      const strange = await hosted({ ...first, host: second.host }, 'GET', '/api/tasks')
      assert.equal(strange.status, 401)
    },
  },
  {
    section: '1',
    text: 'Clients create and list tasks over HTTP and JSON.',
    check: async ({ call }) => {
      const created = await call('POST', '/api/tasks', { body: task })
      const listed = await call('GET', '/api/tasks')
      assert.match(created.headers['content-type'] ?? '', /^application\/json/)
      assert.match(listed.headers['content-type'] ?? '', /^application\/json/)
      const ids = (fields(listed.json)['data'] as { id: string }[]).map(({ id }) => id)
      assert.ok(ids.includes(String(fields(created.json)['id'])))
    },
  },
  {
    section: '1',
    text: 'The service integrates with issue trackers and customer-relationship systems.',
    verifiedBy: ['sync-redmine', 'sync-github', 'sync-hubspot'],
  },
  {
    section: '1',
    text: 'Credentials of integrations are stored encrypted on the server.',
    verifiedBy: ['canary-grep', 'vault'],
  },
  {
    section: '1',
    text: 'A web dashboard, separate from the API.',
    check: async (stage) => {
      const root = await stage.call('GET', '/', { key: null })
      assert.deepEqual([root.status, root.headers['location']], [302, '/ui/'])
      const page = await stage.call('GET', '/ui/')
      assert.equal(page.status, 401, 'the API key does not open it')
      assert.match(page.headers['www-authenticate'] ?? '', /^Basic realm=/)
      const headers = { authorization: basicOf('admin', printedPassword(stage)) }
      const opened = await stage.call('GET', '/ui/', { key: null, headers })
      assert.match(opened.headers['content-type'] ?? '', /^text\/html/)
      assert.ok(opened.status === 200 || /npm run build/.test(opened.text), opened.text)
    },
  },
  {
    section: '1',
    text: 'It can be self-hosted with container composition or serverless containers.',
    verifiedBy: ['first-task', 'serverless'],
  },
  {
    section: '1',
    text: 'An agent plugin powers the integrations.',
    check: async ({ call }) => {
      const listed = fields((await call('GET', '/api/providers')).json)
      const ids = (listed['data'] as { id: string }[]).map(({ id }) => id)
      assert.deepEqual(ids.toSorted(), ['database', 'github', 'hubspot', 'redmine'])
    },
    verifiedBy: ['credential-host', 'sync-truth'],
  },
  {
    section: '1',
    text: 'An edge connector links on-premise databases.',
    check: async ({ call }) => {
      const created = await call('POST', '/api/connectors', { body: { name: 'warehouse' } })
      assert.equal(created.status, 201)
      assert.match(String(fields(created.json)['enrolment_token']), /^cnt_/)
      assert.equal(fields(created.json)['state'], 'enrolling')
    },
    verifiedBy: ['edge-install', 'edge-flow', 'edge-wire'],
  },
  {
    section: '1',
    text: 'Local development: plain HTTP on port 8001, path prefix `/api`.',
    check: async ({ port, call }) => {
      assert.equal(port, 8001)
      assert.equal((await call('GET', '/api/ping')).status, 200)
      assert.equal((await call('GET', '/ping')).status, 404)
    },
  },
  {
    section: '2',
    text: 'A task has `title` and `description`, both strings, sent on create.',
    check: async ({ call }) => {
      const created = fields((await call('POST', '/api/tasks', { body: task })).json)
      assert.equal(created['title'], task.title)
      assert.equal(created['description'], task.description)
      for (const wrong of [
        { ...task, title: 7 },
        { ...task, description: ['x'] },
      ]) {
        assert.equal((await call('POST', '/api/tasks', { body: wrong })).status, 400)
      }
    },
  },
  {
    section: '2',
    text: 'Integration credentials are never returned through the API or shown in the dashboard.',
    verifiedBy: ['canary-grep'],
  },
  {
    section: '4',
    text: 'All endpoints require the `X-API-Key` header.',
    check: async ({ call }) => {
      for (const { method, path } of Object.values(operations)) {
        const answer = await call(method, path.replaceAll(/\{\w+\}/g, 'x'), { key: null })
        assert.equal(answer.status, 401, `${method} ${path}`)
      }
    },
  },
  {
    section: '4',
    text: '`GET /api/ping` checks that the API is up, without a payload.',
    check: async ({ call }) => {
      const answer = await call('GET', '/api/ping')
      assert.equal(answer.status, 200)
      assert.equal(fields(answer.json)['status'], 'ok')
    },
  },
  {
    section: '4',
    text: '`GET /api/tasks` lists tasks, without a payload or any parameter.',
    check: async ({ call }) => {
      const answer = await call('GET', '/api/tasks')
      assert.equal(answer.status, 200)
      const data = fields(answer.json)['data']
      assert.ok(Array.isArray(data) && data.length <= PAGE_LIMIT_DEFAULT)
    },
  },
  {
    section: '4',
    text: '`POST /api/tasks` creates a task from a JSON object with `title` and `description` and `Content-Type: application/json`.',
    check: async ({ call }) => {
      const created = await call('POST', '/api/tasks', { body: task })
      assert.equal(created.status, 201)
      const found = await call('GET', created.headers['location'] ?? '')
      assert.deepEqual(found.json, created.json)
      const headers = { 'content-type': 'text/plain' }
      assert.equal((await call('POST', '/api/tasks', { body: task, headers })).status, 415)
    },
  },
  {
    section: '5',
    text: 'Every API request must be authenticated with an API key, sent in `X-API-Key` on every request.',
    check: async ({ call, apiKey }) => {
      for (const [method, path] of threePaths) {
        const body = method === 'POST' ? { body: task } : {}
        assert.ok((await call(method, path, body)).status < 300)
        for (const key of [null, '', 'wrong', `${apiKey}x`, apiKey.slice(1)]) {
          assert.equal((await call(method, path, { ...body, key })).status, 401, `${path} ${key}`)
        }
        const elsewhere = { authorization: `Bearer ${apiKey}` }
        assert.equal(
          (await call(method, path, { ...body, key: null, headers: elsewhere })).status,
          401,
        )
      }
      assert.equal((await call('GET', `/api/ping?X-API-Key=${apiKey}`, { key: null })).status, 401)
    },
  },
  {
    section: '5',
    text: 'The key is set when the tenant is provisioned; on the server it is in `SERVICE_ACP_API_KEY`.',
    check: async ({ call, apiKey, hosted, tenants: [first], refusedStart }) => {
      assert.equal((await call('GET', '/api/ping', { key: apiKey })).status, 200)
      assert.equal((await hosted(first, 'GET', '/api/ping')).status, 200)
      assert.match(await refusedStart({ SERVICE_ACP_API_KEY: undefined }), /SERVICE_ACP_API_KEY/)
    },
  },
  {
    section: '5',
    text: 'Only one kind of key exists: each key allows every operation of its tenant.',
    check: async ({ call }) => {
      const created = fields((await call('POST', '/api/tasks', { body: task })).json)
      const path = `/api/tasks/${String(created['id'])}`
      assert.equal((await call('GET', path)).status, 200)
      assert.equal((await call('PATCH', path, { body: { title: 'Later' } })).status, 200)
      assert.equal((await call('DELETE', path)).status, 204)
    },
  },
  {
    section: '5',
    text: 'The dashboard’s HTTP Basic credentials are separate from the API key: the API does not accept HTTP Basic.',
    check: async ({ call, apiKey }) => {
      for (const pair of [`admin:${apiKey}`, `${apiKey}:`, `x-api-key:${apiKey}`]) {
        const authorization = `Basic ${Buffer.from(pair).toString('base64')}`
        const answer = await call('GET', '/api/ping', { key: null, headers: { authorization } })
        assert.equal(answer.status, 401)
      }
    },
  },
  {
    section: '5',
    text: 'Dashboard credentials are set during provisioning and changed under Settings, Users.',
    check: async (stage) => {
      const { call } = stage
      const url = `http://127.0.0.1:${stage.port}`
      const ask = (password: string, method: string, path: string, body?: unknown) => {
        const own = { 'x-ts-csrf': '1', origin: url, authorization: basicOf('admin', password) }
        return call(method, path, { key: null, headers: own, ...(body ? { body } : {}) })
      }
      const [before, next] = [printedPassword(stage), 'seven quiet lanterns']
      const me = await ask(before, 'GET', '/ui/api/me')
      assert.equal(me.status, 200)
      // What was printed opens nothing but this change.
      const change = { current_password: before, new_password: next }
      assert.equal((await ask(before, 'GET', '/ui/api/tasks')).status, 403)
      assert.equal((await ask(before, 'POST', '/ui/api/me/change-password', change)).status, 204)
      assert.equal((await ask(next, 'GET', '/ui/api/tasks')).status, 200)
      await new Promise((resume) => setTimeout(resume, 1_000))
      assert.equal((await ask(before, 'GET', '/ui/api/me')).status, 401)
    },
  },
  {
    section: '5',
    text: '`SERVICE_ACP_MASTER_KEY` is a server-side secret, distinct from the API key, set in the environment.',
    check: async ({ apiKey, refusedStart }) => {
      assert.match(
        await refusedStart({ SERVICE_ACP_MASTER_KEY: undefined }),
        /SERVICE_ACP_MASTER_KEY/,
      )
      const same = { SERVICE_ACP_API_KEY: MASTER_KEY, SERVICE_ACP_MASTER_KEY: MASTER_KEY }
      assert.match(await refusedStart(same), /SERVICE_ACP_(MASTER|API)_KEY/)
      assert.notEqual(apiKey, MASTER_KEY)
    },
  },
  {
    section: '5',
    text: 'The master key is never exposed through the API.',
    check: async ({ call, output }) => {
      const texts = [output()]
      for (const { method, path } of Object.values(operations)) {
        const filled = path.replaceAll('{task}', 'T-1').replaceAll(/\{\w+\}/g, 'x')
        // A stream would never end; asked for a position that does not exist, it says so.
        const url = path.endsWith('/stream') ? `${filled}?after=x` : filled
        const answer = await call(method, url, method === 'GET' ? {} : { body: {} })
        texts.push(answer.text, JSON.stringify(answer.headers))
      }
      const bytes = Buffer.from(MASTER_KEY, 'base64')
      const forms = [MASTER_KEY, bytes.toString('hex'), bytes.toString('base64url')]
      for (const form of forms) assert.ok(!texts.some((text) => text.includes(form)))
    },
  },
  {
    section: '5',
    text: 'If the master key is lost, stored integration credentials cannot be decrypted.',
    verifiedBy: ['vault'],
  },
  {
    section: '6',
    text: 'Webhooks and events for receiving events from the service.',
    check: async ({ call }) => {
      const created = (await call('POST', '/api/tasks', { body: { title: 'An event' } })).json
      const { data } = (await call('GET', '/api/events?limit=200')).json as { data: unknown[] } // the contract says so
      assert.deepEqual((data.at(-1) as { data: unknown }).data, created)
      assert.equal((await call('GET', '/api/webhooks')).status, 200)
      // An address for documents, which nothing may be sent to.
      const refused = await call('POST', '/api/webhooks', { body: { url: 'https://192.0.2.1/' } })
      assert.match(refused.text, /webhook_url_refused/)
    },
  },
  {
    section: '9',
    text: 'None of the paths carries a version segment.',
    check: async () => {
      for (const { path } of Object.values(operations)) assert.doesNotMatch(path, /\/v\d/)
    },
  },
]
