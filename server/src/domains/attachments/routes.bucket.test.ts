// Attachments in a bucket: stored, read, deleted and swept as those in the database, next to them, and never lost sight of.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { after, before, beforeEach, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { withAdmin } from '../../../../tests/harness/admin-client.ts'
import { ApiClient } from '../../../../tests/harness/api-client.ts'
import { type ObjectStore, openObjectStore } from '../../../../tests/harness/bucket/object-store.ts'
import { createDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import { attach } from '../../../../tests/harness/files/new-attachment.ts'
import {
  addTenant,
  buildLocalApi,
  HOST_SUFFIX,
  type LocalApi,
} from '../../../../tests/harness/service.ts'
import { until } from '../../../../tests/operate/until.ts'
import { sweepFiles } from './service/purge-files.ts'

const MiB = 1024 * 1024
let store: ObjectStore
let database: TestDatabase
let api: LocalApi
let address: string
let tenants = 0

before(async () => {
  store = await openObjectStore()
  database = await createDatabase()
  const env = { SERVICE_ACP_HOST: HOST_SUFFIX, ...store.env }
  api = await buildLocalApi({ databaseUrl: database.url, env })
  address = await api.app.listen({ port: 0, host: '127.0.0.1' })
})

beforeEach(() => {
  store.fault = undefined
})

after(async () => {
  await api.stop()
  await store.close()
  await database.drop()
})

async function newClient(): Promise<ApiClient> {
  const { app, ...rest } = api
  const inject = (injection: object) => app.inject(injection as InjectOptions)
  const tenant = await addTenant(api.db, `bucket-${++tenants}`)
  return new ApiClient({ ...rest, app: { inject } }, tenant)
}

const inspect = <T extends object>(statement: string, { tenant }: ApiClient): Promise<T[]> =>
  withAdmin(database.superuserUrl, async (admin) => {
    const { rows } = await admin.query(statement, [tenant.id])
    return rows as T[] // as the statement says
  })

/** What the tenant has, and what it is charged for. */
async function usesOf(client: ApiClient) {
  const [row] = await inspect<{ rows: number; chunks: number; used: number }>(
    `select (select count(*)::int from attachments where tenant_id = $1) as rows,
       (select count(*)::int from attachment_chunks where tenant_id = $1) as chunks,
       coalesce((select bytes::int from attachment_usage where tenant_id = $1), 0) as used`,
    client,
  )
  const objects = [...store.objects.keys()].filter((key) => key.includes(client.tenant.id))
  return { ...row, objects: objects.length }
}

const sweep = (abandonedMs?: number): Promise<number> =>
  sweepFiles({
    retention: api.db.retention,
    bucket: api.bucket,
    inTenant: (tenantId) => (work) => api.db.tenantTx(tenantId, (tx) => work({ tx })),
    onError: (error) => assert.fail(String(error)),
    ...(abandonedMs !== undefined && { abandonedMs }),
  })

/** Over a connection, because the host is that of a tenant. */
async function read(client: ApiClient, task: string, attachment: string) {
  const path = `/api/tasks/${task}/attachments/${attachment}/content`
  const { host, key } = client.tenant
  const outgoing = request(`${address}${path}`, { headers: { host, 'x-api-key': key } }).end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece as Buffer)
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) }
}

test('a file is one object, is downloaded with safe headers, and has no chunks', async () => {
  const client = await newClient()
  const { id: task } = await client.create()
  const file = randomBytes(3 * MiB + 17)
  const attached = await attach(client, task, { name: 'a.html', file, type: 'text/html' })
  assert.deepEqual(await usesOf(client), { rows: 1, chunks: 0, used: file.length, objects: 1 })
  const { status, headers, body } = await read(client, task, attached.id)
  assert.deepEqual([status, body.equals(file)], [200, true])
  assert.equal(headers['content-type'], 'application/octet-stream')
  assert.match(String(headers['content-disposition']), /^attachment; /)
  assert.match(String(headers['content-security-policy']), /^sandbox;/)
  const [key = ''] = [...store.objects.keys()].filter((one) => one.includes(client.tenant.id))
  assert.match(key, /^attachments\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/)
})

test('images, empty files and those of unknown length', async () => {
  const client = await newClient()
  const { id: task } = await client.create()
  const gif = await attach(client, task, { name: 'a.txt', file: 'GIF89a' })
  assert.equal(gif.image_type, 'image/gif')
  const empty = await attach(client, task, { name: 'empty', file: Buffer.alloc(0) })
  assert.equal((await read(client, task, empty.id)).body.length, 0)
  const { body } = await client.call('attachments.create', {
    params: { task },
    query: { name: 'streamed' },
    file: Readable.from([Buffer.from('in the '), Buffer.from('database')]),
    headers: { 'transfer-encoding': 'chunked' },
  })
  assert.equal((await read(client, task, body.id)).body.toString(), 'in the database')
  assert.deepEqual(await usesOf(client), { rows: 3, chunks: 1, used: 6 + 15, objects: 2 })
})

test('what was stored before stays readable', async () => {
  const client = await newClient()
  const { id: task } = await client.create()
  const plain = await buildLocalApi({
    databaseUrl: database.url,
    env: { SERVICE_ACP_HOST: HOST_SUFFIX },
  })
  try {
    const { app, ...rest } = plain
    const inject = (injection: object) => app.inject(injection as InjectOptions)
    const earlier = new ApiClient({ ...rest, app: { inject } }, client.tenant)
    const old = await attach(earlier, task, { file: 'old' })
    assert.equal((await read(client, task, old.id)).body.toString(), 'old')
    // And without the bucket, what is in it is not: the reason is for the operator.
    const { id: attachment } = await attach(client, task, { file: 'new' })
    const reply = await earlier.call('attachments.content', { params: { task, attachment } })
    assert.deepEqual([reply.status, reply.problem.code], [503, 'overloaded'])
  } finally {
    await plain.stop()
  }
})

test('a deleted file is gone at once, and its object with the next sweep', async () => {
  const client = await newClient()
  const { id: task } = await client.create()
  const { id: attachment } = await attach(client, task, { file: 'x'.repeat(1_000) })
  await client.call('attachments.remove', { params: { task, attachment } })
  const reply = await client.call('attachments.get', { params: { task, attachment } })
  assert.equal(reply.problem.code, 'attachment_not_found')
  assert.deepEqual(await usesOf(client), { rows: 1, chunks: 0, used: 0, objects: 1 })
  await sweep()
  assert.deepEqual(await usesOf(client), { rows: 0, chunks: 0, used: 0, objects: 0 })
})

test('the files of a deleted task are deleted, and those of other tasks are not', async () => {
  const client = await newClient()
  const { id: task } = await client.create()
  const { id: other } = await client.create()
  for (const one of [task, task, other]) await attach(client, one, { file: 'Hello' })
  await client.call('tasks.remove', { params: { task } })
  await sweep()
  assert.deepEqual(await usesOf(client), { rows: 1, chunks: 0, used: 5, objects: 1 })
})

test('a client that disconnects leaves no object, and its quota is free at once', async () => {
  const client = await newClient()
  const { id } = await client.create()
  const { host, key } = client.tenant
  const upload = request(`${address}/api/tasks/${id}/attachments?name=a.bin`, {
    method: 'POST',
    headers: { host, 'x-api-key': key, 'content-length': '2000000' },
  })
  upload.on('error', () => undefined)
  upload.write(randomBytes(600_000))
  await until('it is charged', async () => (await usesOf(client)).used === 2_000_000)
  upload.destroy()
  await until('it is not any more', async () => (await usesOf(client)).used === 0)
  assert.equal(await sweep(), 0, 'what was sent may still arrive at the bucket')
  assert.equal((await usesOf(client)).rows, 1)
  await sweep(0)
  assert.deepEqual(await usesOf(client), { rows: 0, chunks: 0, used: 0, objects: 0 })
})

test('an upload that was killed after its object was stored is swept with it', async () => {
  const client = await newClient()
  const { id: task } = await client.create()
  await attach(client, task, { file: 'Hello' })
  await inspect(
    `update attachments set state = 'uploading', touched_at = now() - interval '11 minutes' where tenant_id = $1`,
    client,
  )
  await sweep()
  assert.deepEqual(await usesOf(client), { rows: 0, chunks: 0, used: 0, objects: 0 })
})

test('a row stays until its object is deleted', async () => {
  const client = await newClient()
  const { id: task } = await client.create()
  const { id: attachment } = await attach(client, task, { file: 'Hello' })
  await client.call('attachments.remove', { params: { task, attachment } })
  store.fault = { status: 503, code: 'SlowDown' }
  const failed: unknown[] = []
  await sweepFiles({
    retention: api.db.retention,
    bucket: api.bucket,
    inTenant: (tenantId) => (work) => api.db.tenantTx(tenantId, (tx) => work({ tx })),
    onError: (error) => void failed.push(error),
  })
  assert.match(String(failed[0]), /SlowDown/)
  assert.equal((await usesOf(client)).rows, 1)
  store.fault = undefined
  await sweep()
  assert.equal((await usesOf(client)).rows, 0)
})

test('a bucket that fails is an error that can be retried, and nothing is charged', async () => {
  const client = await newClient()
  const { id: task } = await client.create()
  store.fault = { status: 403, code: 'AccessDenied' }
  const reply = await client.call('attachments.create', {
    params: { task },
    query: { name: 'a' },
    file: randomBytes(MiB),
    headers: { 'idempotency-key': 'one' },
  })
  assert.deepEqual([reply.status, reply.headers['retry-after']], [503, '5'])
  assert.doesNotMatch(reply.text, /AccessDenied/)
  assert.equal((await usesOf(client)).used, 0)
  store.fault = undefined
  const input = { params: { task }, query: { name: 'a' }, headers: { 'idempotency-key': 'one' } }
  const { id } = (await client.call('attachments.create', { ...input, file: 'Hello' })).body
  const again = await client.call('attachments.create', { ...input, file: 'Hello' })
  assert.equal(again.body.id, id)
  assert.equal((await usesOf(client)).used, 5)
})

test('an object that was changed or lost is never sent as if it were the file', async () => {
  const client = await newClient()
  const { id: task } = await client.create()
  const { id } = await attach(client, task, { file: 'x'.repeat(MiB) })
  const [key = ''] = [...store.objects.keys()].filter((one) => one.includes(client.tenant.id))
  store.objects.set(key, Buffer.alloc(MiB))
  await assert.rejects(read(client, task, id), /aborted|socket hang up/)
  store.objects.delete(key)
  assert.equal((await read(client, task, id)).status, 500)
})
