// Definitions of custom fields: created, read, changed, moved, archived and deleted, within their limits.
import assert from 'node:assert/strict'
import {
  CUSTOM_FIELDS_MAX,
  type Field,
  type FieldCreate,
  type OperationId,
} from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import {
  type Case,
  type CaseContext,
  describeOperation,
} from '../../../../tests/harness/describe-operation.ts'
import { auditOf, eventsOf } from '../../../../tests/harness/history.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

const nowhere = `fld_${'0'.repeat(32)}`

async function define(client: ApiClient, input: Partial<FieldCreate> = {}): Promise<Field> {
  const body = { name: 'Customer', type: 'text', ...input }
  return (await client.call('fields.create', { body })).body
}

async function keys(client: ApiClient): Promise<string[]> {
  return (await client.call('fields.list')).body.data.map((field) => field.key)
}

const severity = {
  name: 'Severity',
  type: 'choice' as const,
  choices: [{ label: 'High' }, { label: 'Low' }],
}

const prepareCreate = async () => ({ body: { name: 'Customer', type: 'text' } })
const prepareChange = async ({ client }: CaseContext<'fields.change'>) => ({
  params: { field: (await define(client)).id },
  body: { name: 'Other' },
})
const created = bodyCases<'fields.create'>(prepareCreate)
const changed = bodyCases<'fields.change'>(prepareChange)
const idempotency = idempotencyCases('fields.create', prepareCreate)

/** Missing and another tenant's: the caller cannot distinguish them. */
function missing<Id extends OperationId>(body?: unknown): Case<Id> {
  return async ({ call }) => {
    const foreign = await define(await newTenant())
    const answers = new Set<string>()
    for (const field of [nowhere, foreign.id]) {
      const { problem } = await call({ params: { field }, body })
      assert.equal(problem.code, 'field_not_found')
      answers.add(JSON.stringify({ ...problem, request_id: '' }))
    }
    assert.equal(answers.size, 1)
  }
}

function outdated<Id extends OperationId>(body?: unknown): Case<Id> {
  return async ({ client, call }) => {
    const { id } = await define(client)
    await client.call('fields.change', { params: { field: id }, body: { name: 'Newer' } })
    const { problem } = await call({ params: { field: id }, body, headers: { 'if-match': '"1"' } })
    assert.equal(problem.code, 'version_mismatch')
  }
}

/** Each with the field of the body that is at fault, and a part of the message. */
const refused: [body: object, pointer: string, text: RegExp][] = [
  [{ type: 'text' }, '/name', /is required/],
  [{ name: ' ', type: 'text' }, '/name', /blank/],
  [{ name: 'x', type: 'txt' }, '/type', /Did you mean "text"/],
  [{ name: 'x', type: 'text', key: 'Order No' }, '/key', /lowercase/],
  [{ name: 'x', type: 'text', key: 'x'.repeat(51) }, '/key', /maximum 50/],
  [{ name: '漢字', type: 'text' }, '/key', /no key can be made from this name/],
  [{ name: 'x', type: 'choice' }, '/choices', /is required when type is choice/],
  [{ name: 'x', type: 'choice', choices: [] }, '/choices', /must not be empty/],
  [{ name: 'x', type: 'text', choices: [{ label: 'a' }] }, '/choices', /type text/],
  [
    { name: 'x', type: 'choice', choices: [{ label: 'a' }, { label: 'a' }] },
    '/choices/1/label',
    /contains "a" twice/,
  ],
  [
    {
      name: 'x',
      type: 'choice',
      choices: [
        { label: 'a', value: 'v' },
        { label: 'b', value: 'v' },
      ],
    },
    '/choices/1/value',
    /contains "v" twice/,
  ],
  [
    {
      name: 'x',
      type: 'choice',
      choices: Array.from({ length: 101 }, (_, i) => ({ label: `${i}` })),
    },
    '/choices',
    /has 101 items, maximum 100/,
  ],
  [{ name: 'x', type: 'text', position: 100 }, '/position', /99/],
  [{ name: 'x', type: 'text', color: 'red' }, '/color', /unknown field/],
]

describeOperation('fields.create', {
  201: {
    'makes keys and values from names': async ({ call }) => {
      const body = {
        name: 'Größe (cm)',
        type: 'choice',
        choices: [{ label: 'Sehr groß' }, { label: '大' }],
      }
      const reply = await call({ body })
      const { id, key, choices, position, version, archived_at: archived } = reply.body
      assert.deepEqual([key, position, version, archived], ['grosse_cm', 0, 1, null])
      assert.deepEqual(choices, [
        { value: 'sehr-gross', label: 'Sehr groß', archived: false },
        { value: 'choice', label: '大', archived: false },
      ])
      assert.deepEqual(
        [reply.headers['location'], reply.headers['etag']],
        [`/api/fields/${id}`, '"1"'],
      )
    },
    'is last unless a position is sent': async ({ client, call }) => {
      await define(client, { name: 'a' })
      await define(client, { name: 'b' })
      assert.equal((await call({ body: { name: 'c', type: 'date' } })).body.position, 2)
      await define(client, { name: 'first', position: 0 })
      assert.deepEqual(await keys(client), ['first', 'a', 'b', 'c'])
    },
    'leaves an audit entry and no event': async ({ call }) => {
      const { id } = (await call({ body: severity })).body
      const entries = await auditOf(id)
      assert.deepEqual(
        entries.map(({ action }) => action),
        ['field.created'],
      )
      assert.deepEqual(await eventsOf(id), [])
    },
    'repeats the first answer under one Idempotency-Key': idempotency.replayed,
  },
  400: {
    ...created.malformed,
    'says what is wrong with a definition': async ({ call }) => {
      for (const [body, pointer, text] of refused) {
        const { problem } = await call({ body })
        assert.equal(problem.errors?.[0]?.pointer, pointer, JSON.stringify(body))
        assert.match(problem.errors?.[0]?.message ?? '', text)
      }
    },
    'refuses an Idempotency-Key with spaces': idempotency.badKey,
  },
  409: {
    'refuses a second field with a key': async ({ client, call }) => {
      const { id } = await define(client, { name: 'Order' })
      const { problem } = await call({ body: { name: 'order', type: 'date' } })
      assert.deepEqual([problem.code, problem.existing_id], ['field_key_taken', id])
    },
    'refuses more fields than the limit': async ({ client, call }) => {
      const first = await define(client)
      await inspect(
        `insert into custom_fields (tenant_id, id, key, name, type, position, created_by, created_at, updated_at)
         select tenant_id, gen_random_uuid(), 'k' || n, 'k', 'text', n, created_by, created_at, updated_at
         from custom_fields, generate_series(1, $2::int) n where tenant_id = $1 and key = $3`,
        [client.tenant.id, CUSTOM_FIELDS_MAX - 1, first.key],
      )
      const { problem } = await call({ body: { name: 'one more', type: 'text' } })
      assert.equal(problem.code, 'field_limit_reached')
      await client.call('fields.remove', { params: { field: first.id } })
      assert.equal((await call({ body: { name: 'one more', type: 'text' } })).status, 201)
    },
    'while the first request with the key is running': idempotency.inFlight,
  },
  413: created.tooLarge,
  415: created.wrongType,
  422: idempotency.reused,
})

describeOperation('fields.list', {
  200: {
    'lists them in their order, in pages': async ({ client, call }) => {
      for (const name of ['a', 'b', 'c']) await define(client, { name })
      await define(client, { name: 'd', position: 1 })
      assert.deepEqual(await keys(client), ['a', 'd', 'b', 'c'])
      const found = await client.follow<Field>('/api/fields?limit=1')
      assert.deepEqual(found, (await call()).body.data)
    },
    'shows one’s own': async ({ client }) => {
      await define(await newTenant(), { name: 'foreign' })
      assert.deepEqual(await keys(client), [])
    },
  },
  400: async ({ call }) => {
    assert.equal((await call({ query: { cursor: 'x' } })).problem.code, 'invalid_cursor')
  },
})

describeOperation('fields.get', {
  200: async ({ client, call }) => {
    const field = await define(client, severity)
    const reply = await call({ params: { field: field.id } })
    assert.deepEqual([reply.body, reply.headers['etag']], [field, '"1"'])
  },
  400: async ({ call }) => {
    const { problem } = await call({ params: { field: 'T-1' } })
    assert.match(problem.errors?.[0]?.message ?? '', /custom field ID|field ID/)
  },
  404: missing<'fields.get'>(),
})

describeOperation('fields.change', {
  200: {
    'renames without touching the key and tells what differs': async ({ client, call }) => {
      const field = await define(client, severity)
      const [high, low] = field.choices
      const body = {
        name: 'Impact',
        choices: [low, { ...high, label: 'Very high', archived: true }],
      }
      const reply = await call({
        params: { field: field.id },
        body,
        headers: { 'if-match': '"1"' },
      })
      const { updated_at } = reply.body
      assert.deepEqual(reply.body, { ...field, ...body, version: 2, updated_at })
      assert.equal(reply.headers['etag'], '"2"')
      const [, entry] = await auditOf(field.id)
      assert.deepEqual(
        [entry?.action, entry?.changes.map((change) => change.field)],
        ['field.updated', ['name', 'choices']],
      )
    },
    'moves one, and the others keep their order': async ({ client, call }) => {
      const fields: Field[] = []
      for (const name of ['a', 'b', 'c', 'd']) fields.push(await define(client, { name }))
      const move = async (place: number, position: number) => {
        const params = { field: fields[place]?.id ?? '' }
        await call({ params, body: { position } })
        return (await keys(client)).join('')
      }
      assert.equal(await move(3, 0), 'dabc')
      assert.equal(await move(0, 99), 'dbca')
      assert.equal(await move(2, 1), 'dcba')
    },
    'archives, and takes it back': async ({ client, call }) => {
      const params = { field: (await define(client)).id }
      const archived = (await call({ params, body: { archived: true } })).body
      assert.notEqual(archived.archived_at, null)
      assert.deepEqual((await call({ params, body: { archived: true } })).body, archived)
      assert.equal((await call({ params, body: { archived: false } })).body.archived_at, null)
    },
    'writes nothing when nothing differs': async ({ client, call }) => {
      const field = await define(client, severity)
      const body = { name: field.name, choices: field.choices, position: 0 }
      assert.deepEqual((await call({ params: { field: field.id }, body })).body, field)
      assert.equal((await auditOf(field.id)).length, 1)
    },
  },
  400: {
    ...changed.malformed,
    'refuses an empty change and what never changes': async ({ client, call }) => {
      const params = { field: (await define(client)).id }
      const bodies = [{}, { name: null }, { key: 'other' }, { type: 'date' }]
      for (const body of [...bodies, { choices: [{ label: 'a' }] }]) {
        assert.equal((await call({ params, body })).problem.code, 'invalid_request')
      }
    },
  },
  404: missing<'fields.change'>({ name: 'New' }),
  412: outdated<'fields.change'>({ name: 'Late' }),
  413: changed.tooLarge,
  415: changed.wrongType,
})

describeOperation('fields.remove', {
  204: async ({ client, call }) => {
    const { id } = await define(client)
    await define(client, { name: 'Next' })
    const task = await client.create({ title: 'a', fields: { customer: 'Acme' } })
    assert.equal((await call({ params: { field: id }, headers: { 'if-match': '"1"' } })).text, '')
    const { data } = (await client.call('fields.list')).body
    assert.deepEqual(
      data.map(({ key, position }) => [key, position]),
      [['next', 0]],
    )
    assert.equal((await auditOf(id)).at(-1)?.action, 'field.deleted')
    const { body } = await client.call('tasks.get', { params: { task: task.id } })
    assert.deepEqual(body.fields, { customer: 'Acme' }, 'the task keeps the value')
    const rows = await inspect('select from task_field_values where tenant_id = $1', [
      client.tenant.id,
    ])
    assert.equal(rows.length, 0)
  },
  400: async ({ client, call }) => {
    const { id } = await define(client)
    const { problem } = await call({ params: { field: id }, query: { hard: 'true' } })
    assert.equal(problem.errors?.[0]?.code, 'unknown_parameter')
  },
  404: missing<'fields.remove'>(),
  412: outdated<'fields.remove'>(),
})
