// Imports: uploaded, listed, checked, started, canceled and deleted. What workers do with them is in import-worker.test.ts.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import type { OperationId } from '@task-service/contract'
import {
  type Case,
  type CaseContext,
  describeOperation,
} from '../../../../tests/harness/describe-operation.ts'
import { auditOf } from '../../../../tests/harness/history.ts'
import { newImport, setState } from '../../../../tests/harness/imports/new-import.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

const nowhere = `imp_${'0'.repeat(32)}`
type Client = Pick<CaseContext<OperationId>, 'client'>

const prepareCreate = async () => ({ query: { name: 'tasks.csv' }, file: 'title\na\n' })
const prepareValidate = async ({ client }: Client) => ({
  params: { import_id: (await newImport(client)).id },
  body: {},
})
const idempotency = idempotencyCases('imports.create', prepareCreate)
const validated = bodyCases<'imports.validate'>(prepareValidate)

function missing<Id extends OperationId>(sent?: unknown): Case<Id> {
  return async ({ call }) => {
    const foreign = await newImport(await newTenant())
    const answers = new Set<string>()
    for (const id of [nowhere, foreign.id]) {
      const { problem } = await call({ params: { import_id: id }, body: sent })
      assert.equal(problem.code, 'import_not_found')
      answers.add(JSON.stringify({ ...problem, request_id: '' }))
    }
    assert.equal(answers.size, 1)
  }
}

function badId<Id extends OperationId>(): Case<Id> {
  return async ({ call }) => {
    const { problem } = await call({ params: { import_id: 'tsk_1' } })
    assert.equal(problem.errors?.[0]?.pointer, 'import_id')
  }
}

const inState = async ({ client }: Client, state: string) => {
  const { id } = await newImport(client)
  await setState(id, state)
  return { params: { import_id: id } }
}

async function expectInvalid(
  { call }: CaseContext<'imports.create'>,
  file: string | Buffer,
  detail: RegExp,
  query = {},
) {
  const { problem } = await call({ query: { name: 'tasks.csv', ...query }, file })
  assert.equal(problem.code, 'import_file_invalid')
  assert.match(problem.detail, detail)
}

const storedOf = async (tenantId: string) =>
  inspect<{ count: number }>(
    `select (select count(*)::int from imports where tenant_id = $1)
      + (select count(*)::int from import_chunks where tenant_id = $1) as count`,
    [tenantId],
  )

describeOperation('imports.create', {
  201: {
    'returns the first response again': idempotency.replayed,
    'returns columns with samples, and a mapping by their names': async ({ client, call }) => {
      await client.call('fields.create', { body: { name: 'Severity', type: 'text' } })
      const file =
        '\ufeffKey;Summary;Due date;severity;id;Prioirty;Whatever;\r\n1;"a;""b""";;high;x;low;=1+1;\r\n'
      const { body, headers } = await call({ query: { name: 'export.csv' }, file })
      assert.equal(headers['location'], `/api/imports/${body.id}`)
      assert.deepEqual([body.state, body.delimiter, body.format], ['uploaded', 'semicolon', 'csv'])
      assert.deepEqual(
        body.columns.map(({ name, field, samples }) => [name, field, ...samples]),
        [
          ['Key', 'external_id', '1'],
          ['Summary', 'title', 'a;"b"'],
          ['Due date', 'due_at'],
          ['severity', 'field:severity', 'high'],
          ['id', null, 'x'],
          ['Prioirty', 'priority', 'low'],
          ['Whatever', null, '=1+1'],
        ],
      )
      assert.equal(body.mapping.length, 5)
      const [entry] = await auditOf(body.id)
      assert.equal(entry?.action, 'import.created')
    },
    'reads lines of JSON, and a file of unknown length': async ({ call }) => {
      const lines = Array.from({ length: 40_000 }, (_, place) => `{"title":"task ${place}"}\n`)
      const file = Readable.from(lines.map((line) => Buffer.from(line)))
      const headers = { 'transfer-encoding': 'chunked' }
      const { body } = await call({ query: { name: 'a.jsonl' }, file, headers })
      assert.deepEqual([body.format, body.delimiter], ['jsonl', null])
      assert.deepEqual(body.columns[0]?.samples, ['task 0', 'task 1', 'task 2'])
      assert.equal(body.bytes, lines.join('').length)
    },
  },
  400: {
    'is no file of tasks': async (t) => {
      await expectInvalid(t, '', /empty/)
      await expectInvalid(t, Buffer.from('\ufefftitle\na', 'utf16le'), /UTF-16/)
      await expectInvalid(t, Buffer.from('Aufgabe für\n', 'latin1'), /not UTF-8/)
      await expectInvalid(t, 'a,b,a\n', /"a" is there twice/)
      await expectInvalid(t, ',,\n1,2,3', /no names/)
      await expectInvalid(t, '"a,b\n1,2', /not closed/)
      await expectInvalid(t, 'title\n', /JSON object/, { format: 'jsonl' })
      await expectInvalid(t, 'title\n', /format/, { name: 'tasks.xlsx' })
      await expectInvalid(t, Array.from({ length: 201 }, (_, at) => `c${at}`).join(), /201 columns/)
      assert.deepEqual(await storedOf(t.client.tenant.id), [{ count: 0 }])
    },
    'has a bad key': idempotency.badKey,
  },
  409: {
    'is in flight': idempotency.inFlight,
    'is one too many': async ({ client, call }) => {
      for (let at = 0; at < 10; at++) await newImport(client)
      const { problem } = await call(await prepareCreate())
      assert.equal(problem.code, 'import_limit_reached')
      assert.match(problem.detail, /maximum of 10 .* SERVICE_ACP_LIMIT_IMPORTS/)
      await inspect(`update imports set state = 'finished' where tenant_id = $1`, [
        client.tenant.id,
      ])
      assert.equal((await call(await prepareCreate())).status, 201)
    },
    'does not fit into the storage of the tenant': async ({ client, call }) => {
      const { id } = await newImport(client)
      await inspect(
        `update imports set stored_bytes = 1024 * 1024 * 1024 - 4 where tenant_id = $1`,
        [client.tenant.id],
      )
      assert.equal((await call(await prepareCreate())).problem.code, 'import_quota_reached')
      const file = Readable.from([Buffer.from('title\na\n')])
      const headers = { 'transfer-encoding': 'chunked' }
      const { problem } = await call({ query: { name: 'a.csv' }, file, headers })
      assert.equal(problem.code, 'import_quota_reached', 'of unknown length')
      await client.call('imports.remove', { params: { import_id: id } })
      assert.equal((await call(await prepareCreate())).status, 201)
    },
  },
  422: idempotency.reused,
  415: async ({ call }) => {
    const headers = { 'content-encoding': 'gzip' }
    const { problem } = await call({ ...(await prepareCreate()), headers })
    assert.equal(problem.code, 'unsupported_media_type')
  },
})

describeOperation('imports.list', {
  200: async ({ client, call }) => {
    const ids: string[] = []
    for (let at = 0; at < 3; at++) ids.unshift((await newImport(client)).id)
    await inspect(`update imports set state = 'uploading' where id::text = $1`, ['none'])
    const first = (await call({ query: { limit: 2 } })).body
    const second = (await call({ query: { limit: 2, cursor: first.next_cursor ?? '' } })).body
    assert.deepEqual(
      [...first.data, ...second.data].map(({ id }) => id),
      ids,
    )
    assert.equal(second.next_cursor, null)
  },
  400: async ({ call }) => {
    assert.equal((await call({ query: { cursor: 'x.y' } })).problem.code, 'invalid_cursor')
  },
})

describeOperation('imports.get', {
  200: {
    'returns it': async ({ client, call }) => {
      const made = await newImport(client)
      assert.deepEqual((await call({ params: { import_id: made.id } })).body, made)
    },
  },
  400: badId<'imports.get'>(),
  404: missing<'imports.get'>(),
})

describeOperation('imports.validate', {
  200: {
    'takes a mapping, and completes the reference': async ({ client, call }) => {
      const { id } = await newImport(client, { file: 'A,B\n1,2\n' })
      const mapping = [
        { column: 'A', field: 'external_id' },
        { column: 'B', field: 'title' },
      ]
      const sent = { params: { import_id: id }, body: { mapping, defaults: { queue: 'night' } } }
      const { body } = await call(sent)
      assert.deepEqual(body.mapping, mapping)
      assert.deepEqual(body.defaults, { source: 'import', queue: 'night' })
      assert.equal(body.state, 'validating')
      assert.equal((await call(sent)).body.state, 'validating', 'again')
    },
  },
  400: {
    'has a mapping that cannot be used': async ({ client, call }) => {
      const { id } = await newImport(client, { file: 'Summary,Note\n1,2\n' })
      const mapping = [
        { column: 'Sumary', field: 'labels' },
        { column: 'Note', field: 'field:severity' },
        { column: 'Note', field: 'labels' },
      ]
      const { problem } = await call({ params: { import_id: id }, body: { mapping } })
      assert.deepEqual(
        problem.errors?.map(({ pointer, code }) => [pointer, code]),
        [
          ['/mapping/0/column', 'invalid_value'],
          ['/mapping/1/field', 'invalid_value'],
          ['/mapping/2/column', 'duplicate'],
          ['/mapping/2/field', 'duplicate'],
          ['/mapping', 'required'],
        ],
      )
      assert.match(problem.detail, /Did you mean "Summary"\?/)
      const unknown = { mapping: [{ column: 'Note', field: 'tittle' }] }
      const second = await call({ params: { import_id: id }, body: unknown })
      assert.match(second.problem.detail, /must be one of title, description/)
    },
    ...validated.malformed,
  },
  404: missing<'imports.validate'>({}),
  409: async (t) => {
    const input = await inState(t, 'importing')
    assert.equal((await t.call({ ...input, body: {} })).problem.code, 'import_state_conflict')
  },
  413: validated.tooLarge,
  415: validated.wrongType,
})

describeOperation('imports.start', {
  200: {
    'starts, and does nothing the second time': async (t) => {
      const input = await inState(t, 'ready')
      assert.equal((await t.call(input)).body.state, 'importing')
      assert.equal((await t.call(input)).body.state, 'importing')
      const entries = await auditOf(input.params.import_id)
      assert.equal(entries.filter(({ action }) => action === 'import.started').length, 1)
    },
  },
  400: badId<'imports.start'>(),
  404: missing<'imports.start'>(),
  409: async (t) => {
    for (const [state, ways] of [
      ['uploaded', /Possible: validate/],
      ['finished', /finished, so that it cannot be started\.$/],
    ] as const) {
      const { problem } = await t.call(await inState(t, state))
      assert.equal(problem.code, 'import_state_conflict')
      assert.match(problem.detail, ways)
    }
  },
})

describeOperation('imports.cancel', {
  200: async (t) => {
    const input = await inState(t, 'importing')
    const { body } = await t.call(input)
    assert.equal(body.state, 'canceled')
    assert.deepEqual((await t.call(input)).body, body)
  },
  400: badId<'imports.cancel'>(),
  404: missing<'imports.cancel'>(),
  409: async (t) => {
    assert.equal((await t.call(await inState(t, 'ready'))).problem.code, 'import_state_conflict')
  },
})

describeOperation('imports.errors', {
  200: async ({ client, call }) => {
    const { id } = await newImport(client, { file: 'title,a\nx,1\n' })
    const { text, headers } = await call({ params: { import_id: id } })
    assert.equal(text, 'title,a,_line,_error,_text\r\n')
    assert.match(String(headers['content-disposition']), /rejected\.csv/)
  },
  400: badId<'imports.errors'>(),
  404: missing<'imports.errors'>(),
})

describeOperation('imports.remove', {
  204: async ({ client, call }) => {
    const { id } = await newImport(client)
    await call({ params: { import_id: id } })
    assert.deepEqual(await storedOf(client.tenant.id), [{ count: 0 }])
    assert.equal((await auditOf(id)).length, 2)
  },
  400: badId<'imports.remove'>(),
  404: missing<'imports.remove'>(),
  409: async (t) => {
    const { problem } = await t.call(await inState(t, 'importing'))
    assert.match(problem.detail, /Possible: cancel/)
  },
})
