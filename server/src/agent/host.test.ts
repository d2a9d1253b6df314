import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { test } from 'node:test'
import {
  failureOf,
  HOOK_SECRET,
  startTestHost,
  TOKEN,
} from '../../../tests/harness/agent/test-host.ts'

const me: RequestListener = (_, response) => void response.end('{"id":"7","name":"Ada"}')

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks = (await request.toArray()) as Buffer[] // buffers, because no encoding is set
  return Buffer.concat(chunks).toString()
}

test('a call reaches the integration, its request the vendor, and the response returns', async (t) => {
  const seen: unknown[] = []
  const { session, said } = await startTestHost(t, 'honest', {
    answer: (request, response) => {
      seen.push(request.headers.authorization, request.headers['user-agent'])
      me(request, response)
    },
  })
  assert.deepEqual(await session.testConnection(), {
    self: { id: '7', name: 'Ada' },
    missingScopes: [],
    warnings: [],
  })
  assert.deepEqual(seen, [`Bearer ${TOKEN}`, 'Task-Service/test'])
  assert.deepEqual(said, ['asked who we are {"id":"7"}'])
})

test('a pull returns a batch for each checkpoint, from any cursor', async (t) => {
  const pages = [['1', '2'], ['3'], []]
  const { session } = await startTestHost(t, 'honest', {
    answer: ({ url }, response) => {
      const page = Number(new URL(url ?? '', 'http://x').searchParams.get('page'))
      response.end(JSON.stringify({ ids: pages[page], total: 3 }))
    },
  })
  const read = async (cursor: number | null) =>
    (await Array.fromAsync(session.pull(cursor, { limit: 2 }))).map((batch) => ({
      ...batch,
      items: batch.items.map((item) => (item.kind === 'upsert' ? item.task.ref.id : '')),
    }))
  assert.deepEqual(await read(null), [
    { items: ['1', '2'], total: 3, cursor: 1 },
    { items: ['3'], total: 3, cursor: 2 },
    { items: [], total: 3, cursor: 3 },
  ])
  assert.deepEqual(await read(2), [{ items: [], total: 3, cursor: 3 }])
})

test('the host inserts secrets into headers and bodies', async (t) => {
  const seen: unknown[] = []
  const { session } = await startTestHost(t, 'honest', {
    answer: (request, response) => {
      const { authorization, 'x-key': key, 'content-type': type } = request.headers
      void bodyOf(request).then((body) => {
        seen.push([request.url, authorization, key, type, JSON.parse(body)])
        response.end('{"id":"9"}')
      })
    },
  })
  const pushed = await session.push(
    { kind: 'create', fields: { title: 'New' } },
    { marker: 'mark-1' },
  )
  assert.deepEqual(pushed, { ok: true, ref: { id: '9' }, skipped: [] })
  assert.deepEqual(await session.register('https://tasks.example/hooks/1'), { id: '9' })
  const basic = `Basic ${Buffer.from(`user:${TOKEN}`).toString('base64')}`
  const hook = { url: 'https://tasks.example/hooks/1', config: { secret: HOOK_SECRET } }
  assert.deepEqual(seen, [
    ['/items', basic, `Key ${TOKEN}`, 'application/json', { title: 'New', marker: 'mark-1' }],
    ['/hooks', `Bearer ${TOKEN}`, undefined, 'application/json', hook],
  ])
})

test('a response that repeats the secret exposes it neither to the integration nor to a log', async (t) => {
  const { host, connection, logged, said } = await startTestHost(t, 'hostile', {
    answer: (request, response) => {
      const given = request.headers['x-token'] ?? ''
      response.setHeader('x-echo', encodeURIComponent(String(given)))
      const base64 = Buffer.from(`user:${TOKEN}`).toString('base64')
      response.end(JSON.stringify({ given, base64, hex: Buffer.from(TOKEN).toString('hex') }))
    },
  })
  const request = {
    method: 'GET',
    url: connection.config['url'],
    headers: { 'x-token': { secret: 'token', form: 'raw' } },
  }
  const config = { request: JSON.stringify(request) }
  const { self } = await host.open({ ...connection, config }).testConnection()
  assert.match(self.name, /\[redacted\].*\[redacted\].*\[redacted\].*\[redacted\]/)
  const everything = JSON.stringify([self, logged, said])
  assert.match(everything, /received/)
  for (const form of [
    TOKEN.slice(0, 12),
    encodeURIComponent(TOKEN).slice(0, 12),
    Buffer.from(TOKEN).toString('hex').slice(0, 12),
    Buffer.from(`user:${TOKEN}`).toString('base64').slice(8, 20),
  ]) {
    assert.ok(!everything.includes(form), form)
  }
})

test('a request to another host is rejected, not sent, and logged', async (t) => {
  let arrived = 0
  const { host, connection, logged, url } = await startTestHost(t, 'hostile', {
    answer: (_, response) => {
      arrived++
      response.end()
    },
  })
  const request = { method: 'GET', url: `${url}/path?secret=1` }
  const session = host.open({
    ...connection,
    config: { request: JSON.stringify(request) },
    hosts: ['tracker.example'],
  })
  const { kind, message } = await failureOf(session.testConnection())
  assert.equal(kind, 'forbidden')
  assert.match(message, /not allowed to reach this host/)
  assert.equal(arrived, 0)
  const [line] = logged.filter(({ level }) => level === 'warn')
  assert.match(line?.text ?? '', /blocked a plugin request/)
  assert.deepEqual(
    [line?.facts['url'], line?.facts['integrationId'], line?.facts['method']],
    [url, 'int_1', 'testConnection'],
  )
})

test('webhooks of the vendor are verified by the host and parsed by the integration', async (t) => {
  const { session } = await startTestHost(t, 'honest')
  const body = Buffer.from('42')
  const message = (signature: string) => ({
    method: 'POST',
    url: 'https://tasks.example/hooks/1',
    headers: { 'x-signature': signature },
    body,
  })
  const signature = createHmac('sha256', HOOK_SECRET).update(body).digest('hex')
  assert.equal(await session.verify(message(signature)), 'genuine')
  const forged = createHmac('sha256', 'another').update(body).digest('hex')
  assert.deepEqual(await session.verify(message(forged)), { refused: 'the signature is wrong' })
  assert.deepEqual(await session.parse(message('')), {
    hints: [{ kind: 'changed', ref: { id: '42' } }],
  })
})

test('the other calls: one item, none, by its marker, choices', async (t) => {
  const { session } = await startTestHost(t, 'honest', {
    answer: ({ url }, response) => void response.end(url === '/items/5' ? '{"id":"5"}' : 'null'),
  })
  const found = await session.fetchOne({ id: '5' })
  assert.ok('fields' in found && found.fields.title === 'Item 5')
  assert.deepEqual(await session.fetchOne({ id: '6' }), { gone: true, why: 'it was deleted' })
  const since = new Date('2026-01-02T03:04:05Z')
  assert.equal((await session.findByMarker('m', since))?.createdAt, since.toISOString())
  assert.equal(await session.findByMarker('none', since), null)
  assert.equal((await session.discover('people')).length, 1)
})

test('a missing or unreadable secret is reported, and nothing is sent', async (t) => {
  const { host, connection, session } = await startTestHost(t, 'honest', { secrets: {} })
  const missing = await failureOf(session.testConnection())
  assert.deepEqual(
    [missing.kind, missing.message, missing.facts.fix],
    ['auth', 'Token is missing.', 'Enter it.'],
  )
  const sealed = host.open({ ...connection, openSecret: async () => 'needs_reentry' })
  const again = await failureOf(sealed.testConnection())
  assert.deepEqual(
    [again.kind, again.message, again.facts.fix],
    ['auth', 'Token can no longer be decrypted.', 'Re-enter it.'],
  )
  const broken = host.open({ ...connection, openSecret: () => Promise.reject(new Error('down')) })
  assert.equal((await failureOf(broken.testConnection())).kind, 'transient')
})

test('no requests are sent to a vendor whose rate limit is used up', async (t) => {
  let asked = 0
  const { session } = await startTestHost(t, 'honest', {
    answer: (request, response) => {
      asked++
      response.setHeader('x-left', '0').setHeader('x-reset', '40')
      me(request, response)
    },
  })
  await session.testConnection()
  const { kind, facts } = await failureOf(session.testConnection())
  assert.equal(kind, 'rate_limited')
  assert.ok((facts.retryAfterMs ?? 0) > 30_000)
  assert.equal(asked, 1)
})

test('an unreachable vendor, a truncated response and a too large one have their own kinds', async (t) => {
  const { host, connection, session } = await startTestHost(t, 'honest', {
    limits: { answerBytes: 1_000 },
    answer: ({ url }, response) => {
      if (url === '/me') response.writeHead(200, { 'content-length': '99' }).write('{"id"')
      if (url === '/me') response.destroy()
      else response.end('x'.repeat(2_000))
    },
  })
  const half = await failureOf(session.testConnection())
  assert.deepEqual([half.kind, half.facts.maybeDone], ['transient', true])
  const long = await failureOf(session.fetchOne({ id: '1' }))
  assert.deepEqual([long.kind, long.facts.maybeDone], ['protocol', true])
  const url = 'http://127.0.0.1:9999'
  const unreachable = host.open({ ...connection, config: { url }, hosts: [url] })
  const none = await failureOf(unreachable.testConnection())
  assert.deepEqual([none.kind, none.facts.maybeDone], ['unreachable', undefined])
})

test('manifests and hosts are available before a connection exists', async (t) => {
  const { host } = await startTestHost(t, 'honest')
  assert.deepEqual(
    host.providers().map(({ id }) => id),
    ['honest'],
  )
  assert.equal(host.findManifest('honest')?.displayName, 'Honest tracker')
  assert.equal(host.findManifest('other'), undefined)
  assert.deepEqual(await host.hostsOf('ten_1', 'honest', { url: 'https://Tracker.example/x' }), [
    'tracker.example',
  ])
  assert.deepEqual(await host.hostsOf('ten_1', 'honest', { url: 'http://tracker.example:3000' }), [
    'http://tracker.example:3000',
  ])
  await assert.rejects(host.hostsOf('ten_1', 'honest', { url: 'nothing' }), /Invalid URL/)
  await assert.rejects(host.hostsOf('ten_1', 'other', {}), /The provider other is not installed/)
})
