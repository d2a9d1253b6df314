// Attachments: uploaded, read and deleted, always under their own task.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Attachment, OperationId } from '@task-service/contract'
import {
  type Case,
  type CaseContext,
  describeOperation,
} from '../../../../tests/harness/describe-operation.ts'
import { attach, attached } from '../../../../tests/harness/files/new-attachment.ts'
import { auditOf, eventsOf, transactionsOf } from '../../../../tests/harness/history.ts'
import { idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

const MiB = 1024 * 1024
const nowhere = { task: `tsk_${'0'.repeat(32)}`, attachment: `att_${'0'.repeat(32)}` }
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

const prepareCreate = async ({ client }: CaseContext<'attachments.create'>) => ({
  params: { task: (await client.create()).id },
  query: { name: 'notes.txt' },
  file: 'Hello',
  headers: { 'content-type': 'text/plain' },
})
const idempotency = idempotencyCases('attachments.create', prepareCreate)

const keyed = (type: string) => ({ 'content-type': type, 'idempotency-key': 'one' })

type Uses = { files: number; chunks: number; bytes: number; used: number }

/** What a tenant stores. */
async function usesOf(tenantId: string): Promise<Uses> {
  const [row] = await inspect<Uses>(
    `select (select count(*)::int from attachments where tenant_id = $1) as files,
       (select count(*)::int from attachment_chunks where tenant_id = $1) as chunks,
       (select coalesce(sum(octet_length(content)), 0)::int from attachment_chunks where tenant_id = $1) as bytes,
       coalesce((select bytes::int from attachment_usage where tenant_id = $1), 0) as used`,
    [tenantId],
  )
  assert.ok(row)
  return row
}

const nothing: Uses = { files: 0, chunks: 0, bytes: 0, used: 0 }

async function expectName(t: CaseContext<'attachments.create'>, name: string, isAccepted: boolean) {
  const input = await prepareCreate(t)
  const reply = await t.call({ ...input, query: { name } })
  if (isAccepted) return assert.equal(reply.body.name, name)
  assert.equal(reply.problem.errors?.[0]?.pointer, 'name', JSON.stringify(name))
}

describeOperation('attachments.create', {
  201: {
    'returns the attachment, its hash and its place': async ({ client, call }) => {
      const task = await client.create()
      const input = { query: { name: 'Zoll ü.pdf' }, file: '%PDF-1.7' }
      const headers = { 'content-type': 'Application/PDF; version=1' }
      const reply = await call({ params: { task: 't-1' }, ...input, headers })
      const { id, created_at: _, ...rest } = reply.body
      assert.deepEqual(rest, {
        task_id: task.id,
        name: 'Zoll ü.pdf',
        bytes: 8,
        media_type: 'application/pdf',
        image_type: null,
        sha256: sha256('%PDF-1.7'),
        created_by: task.created_by,
      })
      assert.equal(reply.headers['location'], `/api/tasks/${task.id}/attachments/${id}`)
      assert.equal((await client.get(task.id)).version, 1, 'the task itself did not change')
    },
    'takes a file without type, an empty one, and one of many chunks': async ({ client, call }) => {
      const { id: task } = await client.create()
      for (const file of [Buffer.from('x'), Buffer.alloc(0), randomBytes(3 * MiB + 17)]) {
        const params = { task }
        const { body } = await call({ params, query: { name: 'a' }, file })
        assert.deepEqual([body.bytes, body.sha256], [file.length, sha256(file)])
        assert.equal(body.media_type, 'application/octet-stream')
      }
      const { files, chunks, bytes, used } = await usesOf(client.tenant.id)
      assert.deepEqual([files, chunks, bytes, used], [3, 14, 3 * MiB + 18, 3 * MiB + 18])
    },
    'takes a file of unknown length, and reserves no more than it has': async ({
      client,
      call,
    }) => {
      const { id: task } = await client.create()
      const parts = Array.from({ length: 40 }, () => randomBytes(10_000))
      const file = Readable.from(parts)
      const headers = { 'transfer-encoding': 'chunked' }
      const { body } = await call({ params: { task }, query: { name: 'a' }, file, headers })
      assert.equal(body.sha256, sha256(Buffer.concat(parts)))
      assert.equal((await usesOf(client.tenant.id)).used, 400_000)
    },
    'says which images a browser may show, by their content and not by their type': async (t) => {
      const { client } = t
      const { id: task } = await client.create()
      const gif = await attach(client, task, { name: 'a.txt', file: 'GIF89a' })
      assert.equal(gif.image_type, 'image/gif')
      const svg = { name: 'a.svg', file: '<svg/>', type: 'image/svg+xml' }
      assert.equal((await attach(client, task, svg)).image_type, null)
      const fake = { name: 'a.png', file: '<script>', type: 'image/png' }
      assert.equal((await attach(client, task, fake)).image_type, null)
      await t.call({ params: { task }, query: { name: 'x' }, file: 'x' })
    },
    'leaves one event under the attachment and one entry under the task': async (t) => {
      const { client } = t
      const task = await client.create()
      const input = { params: { task: task.id }, query: { name: 'a.txt' }, file: 'x' }
      const { body } = await t.call(input)
      const [event, ...more] = await eventsOf(body.id)
      assert.deepEqual([event?.type, event?.data, more], ['attachment.created', body, []])
      const entries = await auditOf(task.id)
      assert.deepEqual(entries[1]?.changes, [{ field: 'attachment', from: null, to: 'a.txt' }])
      const [inLog] = (await transactionsOf(body.id)).events
      assert.equal(inLog, (await transactionsOf(task.id)).entries[1], 'in one transaction')
    },
    'repeats the first answer under one Idempotency-Key': async (t) => {
      await idempotency.replayed(t)
      const { files, used } = await usesOf(t.client.tenant.id)
      assert.deepEqual([files, used], [1, 5], 'the second file is not stored')
    },
    'takes names of any script': async (t) => {
      const names = [
        'a',
        'résumé.pdf',
        '报关单.xlsx',
        '👩‍🚀.png',
        '.env',
        '...x',
        'a%2fb',
        "a';--.txt",
      ]
      for (const name of names) await expectName(t, name, true)
      await expectName(t, 'n'.repeat(255), true)
    },
  },
  400: {
    'refuses names that are paths, or hide what they are': async (t) => {
      const names = [
        '',
        ' ',
        '.',
        '..',
        '../x',
        'a/b',
        'a\\b',
        'C:\\x',
        'a\nb',
        'a\r\nb: c',
        'a\0b',
        'a\u0085b',
      ]
      const hidden = [
        'x\u202egnp.exe',
        '\u200ea',
        'a\u2066b',
        'a\ufeff',
        'a\u200b',
        ' a',
        'a ',
        'a.',
        'n'.repeat(256),
      ]
      for (const name of [...names, ...hidden]) await expectName(t, name, false)
    },
    'refuses unknown parameters and a missing name': async (t) => {
      const input = await prepareCreate(t)
      for (const query of [{}, { name: 'a', path: '/' }] as Record<string, string>[]) {
        assert.equal((await t.call({ ...input, query })).status, 400)
      }
      assert.deepEqual(await usesOf(t.client.tenant.id), nothing)
    },
    'refuses an Idempotency-Key with spaces': idempotency.badKey,
  },
  404: {
    'when there is no such task': async ({ client, call }) => {
      const { id } = await (await newTenant()).create()
      for (const task of [nowhere.task, 'T-1', id]) {
        const { problem } = await call({ params: { task }, query: { name: 'a' }, file: 'x' })
        assert.equal(problem.code, 'task_not_found')
      }
      assert.deepEqual(await usesOf(client.tenant.id), nothing)
    },
    'when the task is deleted during the upload': async ({ client, call }) => {
      const { id: task } = await client.create()
      async function* parts() {
        yield randomBytes(300 * 1024)
        await client.call('tasks.remove', { params: { task } })
        yield randomBytes(300 * 1024)
      }
      const headers = { 'transfer-encoding': 'chunked' }
      const file = Readable.from(parts())
      const { problem } = await call({ params: { task }, query: { name: 'a' }, file, headers })
      assert.equal(problem.code, 'task_not_found')
      assert.deepEqual(await usesOf(client.tenant.id), nothing)
    },
  },
  409: {
    'while a request with the same key is in progress': async (t) => {
      await idempotency.inFlight(t)
      assert.deepEqual((await usesOf(t.client.tenant.id)).files, 1)
    },
    'when the task has 100 attachments': async (t) => {
      const input = await prepareCreate(t)
      await t.call(input)
      await inspect(
        `insert into attachments select a.tenant_id, gen_random_uuid(), a.task_id, a.state, a.name, a.media_type, a.image_type,
           a.bytes, a.sha256, a.chunks, a.created_by, a.created_at, a.touched_at
         from attachments a, generate_series(1, 99) where a.tenant_id = $1`,
        [t.client.tenant.id],
      )
      const { problem } = await t.call(input)
      assert.equal(problem.code, 'attachment_limit_reached')
      assert.match(problem.detail ?? '', /100 attachments/)
    },
    'when the storage of the tenant is full': async (t) => {
      const input = await prepareCreate(t)
      const limit = 5 * 1024 ** 3
      const fill = `insert into attachment_usage values ($1, $2) on conflict (tenant_id) do update set bytes = excluded.bytes`
      await inspect(fill, [t.client.tenant.id, limit - 4])
      const { problem } = await t.call(input)
      assert.equal(problem.code, 'attachment_quota_reached')
      assert.match(problem.detail ?? '', /needs 5 bytes, and 4 of 5,368,709,120 are free/)
      await inspect(fill, [t.client.tenant.id, limit - 5])
      assert.equal((await t.call(input)).status, 201)
    },
  },
  413: {
    'by its declared size, before it is read': async (t) => {
      const input = await prepareCreate(t)
      const file = Buffer.alloc(25 * MiB + 1)
      const { problem } = await t.call({ ...input, file })
      assert.match(problem.detail ?? '', /at least 26,214,401 bytes, maximum 26,214,400/)
    },
    'while it arrives, if it said no size': async (t) => {
      const input = await prepareCreate(t)
      const file = Readable.from(Array.from({ length: 27 }, () => Buffer.alloc(MiB)))
      const headers = { 'transfer-encoding': 'chunked' }
      assert.equal((await t.call({ ...input, file, headers })).problem.code, 'body_too_large')
      assert.deepEqual(await usesOf(t.client.tenant.id), nothing)
    },
  },
  415: async (t) => {
    const input = await prepareCreate(t)
    const headers = { 'content-encoding': 'gzip' }
    assert.equal((await t.call({ ...input, headers })).problem.code, 'unsupported_media_type')
  },
  422: {
    'for another content under the same key': idempotency.reused,
    'for another type under the same key': async (t) => {
      const input = await prepareCreate(t)
      assert.equal((await t.call({ ...input, headers: keyed('text/plain') })).status, 201)
      const { problem } = await t.call({ ...input, headers: keyed('text/html') })
      assert.equal(problem.code, 'idempotency_key_reused')
    },
  },
})

/** The task is looked for first, then the attachment under it; foreign ones are missing ones. */
function missing<Id extends OperationId>(): Record<string, Case<Id>> {
  const expect = async ({ call }: CaseContext<Id>, params: Record<string, string>, code: string) =>
    assert.equal((await call({ params })).problem.code, code)
  return {
    'when there is no such task': async (t) => {
      await expect(t, nowhere, 'task_not_found')
      await expect(t, await attached(await newTenant()), 'task_not_found')
    },
    'when the task has no such attachment': async (t) => {
      const params = await attached(t.client)
      const stranger = await attached(await newTenant())
      const { id: other } = await t.client.create()
      for (const wrong of [nowhere.attachment, stranger.attachment]) {
        await expect(t, { ...params, attachment: wrong }, 'attachment_not_found')
      }
      await expect(t, { ...params, task: other }, 'attachment_not_found')
    },
    'while the file is being uploaded': async (t) => {
      const params = await attached(t.client)
      await inspect(`update attachments set state = 'uploading' where tenant_id = $1`, [
        t.client.tenant.id,
      ])
      await expect(t, params, 'attachment_not_found')
    },
  }
}

describeOperation('attachments.list', {
  200: async ({ client, call }) => {
    const [task, other] = [await client.create(), await client.create()]
    const names = Array.from({ length: 7 }, (_, i) => `${i}.txt`)
    for (const name of names) await attach(client, task.id, { name })
    await attach(client, other.id, { name: 'elsewhere' })
    const all = (await call({ params: { task: 'T-1' } })).body
    assert.deepEqual(
      all.data.map(({ name }) => name),
      names,
    )
    const url = `/api/tasks/${task.id}/attachments?limit=3`
    assert.deepEqual(await client.follow<Attachment>(url), all.data)
    await inspect(
      `update attachments set state = 'uploading' where tenant_id = $1 and name in ('0.txt', '3.txt')`,
      [client.tenant.id],
    )
    assert.equal((await call({ params: { task: task.id } })).body.data.length, 5)
  },
  400: async ({ client, call }) => {
    const { id: task } = await client.create()
    for (const query of [{ limit: 0 }, { limit: 201 }, { name: 'a' }]) {
      const { problem } = await call({ params: { task }, query })
      assert.equal(problem.errors?.[0]?.pointer, Object.keys(query)[0])
    }
    for (const name of ['a', 'b']) await attach(client, task, { name })
    const { body } = await call({ params: { task }, query: { limit: 1 } })
    const { id: other } = await client.create()
    const query = { cursor: body.next_cursor ?? '' }
    assert.equal((await call({ params: { task: other }, query })).problem.code, 'invalid_cursor')
  },
  404: async ({ call }) => {
    const { task } = await attached(await newTenant())
    for (const id of [task, 'T-1']) {
      assert.equal((await call({ params: { task: id } })).problem.code, 'task_not_found')
    }
  },
})

describeOperation('attachments.get', {
  200: async ({ client, call }) => {
    const { id: task } = await client.create()
    const attachment = await attach(client, task)
    for (const name of [task, 'T-1']) {
      const { body } = await call({ params: { task: name, attachment: attachment.id } })
      assert.deepEqual(body, attachment)
    }
  },
  400: async ({ client, call }) => {
    const { id: task } = await client.create()
    const { problem } = await call({ params: { task, attachment: task } })
    assert.equal(problem.errors?.[0]?.pointer, 'attachment')
  },
  404: missing<'attachments.get'>(),
})

describeOperation('attachments.remove', {
  204: {
    'deletes the content and returns its storage': async ({ client, call }) => {
      const { id: task } = await client.create()
      const attachment = await attach(client, task)
      assert.equal((await usesOf(client.tenant.id)).used, 5)
      const params = { task: 'T-1', attachment: attachment.id }
      await call({ params })
      assert.deepEqual(await usesOf(client.tenant.id), nothing)
      const [, event] = await eventsOf(attachment.id)
      assert.deepEqual([event?.type, event?.data], ['attachment.deleted', attachment])
      const changes = (await auditOf(task))[2]?.changes
      assert.deepEqual(changes, [{ field: 'attachment', from: 'notes.txt', to: null }])
      assert.equal((await call({ params })).problem.code, 'attachment_not_found')
    },
  },
  400: async ({ client, call }) => {
    const { id: task } = await client.create()
    const { problem } = await call({ params: { task, attachment: 'x' } })
    assert.equal(problem.errors?.[0]?.pointer, 'attachment')
  },
  404: missing<'attachments.remove'>(),
})
