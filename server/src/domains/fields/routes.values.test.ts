// Values of custom fields on tasks: checked when they are set, found by filters, and in the order of a sort.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Field, FieldCreate, Task, TaskCreate } from '@task-service/contract'
import type { ApiClient, CallInput } from '../../../../tests/harness/api-client.ts'
import { auditOf, eventsOf } from '../../../../tests/harness/history.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

type Query = NonNullable<CallInput['query']>

const definitions: FieldCreate[] = [
  { name: 'Customer', type: 'text' },
  { name: 'Amount', type: 'number' },
  { name: 'Delivered', type: 'date' },
  {
    name: 'Severity',
    type: 'choice',
    choices: [
      { label: 'High' },
      { label: 'Medium' },
      { label: 'Low' },
      { label: 'Old', archived: true },
    ],
  },
  { name: 'Reviewer', type: 'person' },
  { name: 'Link', type: 'url' },
]

async function defined(): Promise<{ client: ApiClient; fields: Record<string, Field> }> {
  const client = await newTenant()
  const fields: Record<string, Field> = {}
  for (const body of definitions) {
    const field = (await client.call('fields.create', { body })).body
    fields[field.key] = field
  }
  return { client, fields }
}

const valid = {
  customer: 'Müller & Söhne',
  amount: -1.5,
  delivered: '2026-02-28',
  severity: 'high',
  reviewer: 'ada',
  link: 'https://example.com/a?b=c',
}

/** A value, and what the message about it says. */
const invalid: [fields: object, pointer: string, message: RegExp][] = [
  [{ customer: 5 }, '/fields/customer', /must be a string or null, got a number/],
  [{ customer: ' ' }, '/fields/customer', /blank; send null/],
  [{ customer: 'x'.repeat(1001) }, '/fields/customer', /1,001 characters, maximum 1,000/],
  [{ customer: 'a\0b' }, '/fields/customer', /NUL/],
  [{ amount: '5' }, '/fields/amount', /must be a number or null, got a string/],
  [{ amount: true }, '/fields/amount', /got true/],
  [{ delivered: '2026-02-30' }, '/fields/delivered', /does not exist/],
  [{ delivered: '2026-02-28T10:00:00Z' }, '/fields/delivered', /Did you mean "2026-02-28"/],
  [{ delivered: '28.2.2026' }, '/fields/delivered', /such as 2026-11-15/],
  [
    { severity: 'hihg' },
    '/fields/severity',
    /high, medium, low; got "hihg"\. Did you mean "high"\?/,
  ],
  [{ severity: 'High' }, '/fields/severity', /Did you mean "high"/],
  [{ severity: 'old' }, '/fields/severity', /is archived/],
  [{ severity: ['high'] }, '/fields/severity', /got an array/],
  [{ reviewer: 'x'.repeat(201) }, '/fields/reviewer', /maximum 200/],
  [{ link: 'example.com/a' }, '/fields/link', /Did you mean "https:\/\/example.com\/a"/],
  [{ link: 'javascript:alert(1)' }, '/fields/link', /http or https/],
]

describe('a value', () => {
  test('is stored, changed and cleared, with one event and one entry each', async () => {
    const { client } = await defined()
    const other = { free: { any: ['thing'] } }
    const task = await client.create({ title: 'a', fields: { ...valid, ...other } })
    assert.deepEqual(task.fields, { ...valid, ...other })
    const params = { task: task.id }
    const body = { fields: { severity: 'low', amount: null } }
    const { amount: _, ...rest } = { ...valid, ...other, severity: 'low' }
    const changed = (await client.call('tasks.change', { params, body })).body
    assert.deepEqual(changed.fields, rest)
    assert.equal((await eventsOf(task.id)).length, 2)
    const entry = (await auditOf(task.id)).at(-1)
    assert.deepEqual(entry?.changes, [{ field: 'fields', from: task.fields, to: rest }])
  })

  test('that does not fit is refused everywhere, and the task stays as it is', async () => {
    const { client } = await defined()
    const task = await client.create({ title: 'a', fields: valid })
    const params = { task: task.id }
    for (const [fields, pointer, message] of invalid) {
      const title = 'b'
      const ways = [
        await client.call('tasks.create', { body: { title, fields } }),
        await client.call('tasks.change', { params, body: { fields } }),
        await client.call('tasks.upsert', {
          params: { source: 's', external_id: '1' },
          body: { title, fields },
        }),
      ]
      for (const { problem } of ways) {
        const [error] = problem.errors ?? []
        assert.deepEqual([problem.code, error?.pointer], ['invalid_request', pointer])
        assert.match(error?.message ?? '', message)
      }
    }
    const items = [{ create: { title: 'c', fields: { amount: 'x' } } }, { create: { title: 'd' } }]
    const { problem } = await client.call('tasks.bulk', { body: { items } })
    assert.equal(problem.code, 'bulk_not_applied')
    const best = await client.call('tasks.bulk', { body: { mode: 'best_effort', items } })
    assert.deepEqual(
      best.body.results.map(({ status }) => status),
      [400, 201],
    )
    const { data } = (await client.call('tasks.list')).body
    assert.deepEqual(
      data.map(({ title, fields }) => [title, fields]),
      [
        ['d', {}],
        ['a', valid],
      ],
    )
  })

  test('that tasks had before the field was defined is found, if it fits', async () => {
    const client = await newTenant()
    await client.create({ title: 'fits', fields: { amount: 7, other: 'a\0b' } })
    await client.create({ title: 'text', fields: { amount: 'seven' } })
    await client.create({ title: 'inside', fields: { order: { amount: 7 } } })
    await client.call('fields.create', { body: { name: 'Amount', type: 'number' } })
    assert.deepEqual(await titles(client, { field: 'amount:is:7' }), ['fits'])
    assert.deepEqual(await titles(client, { field: 'amount:unset' }), ['text', 'inside'])
  })

  test('of a create beside the definition of its field is never left out', async () => {
    for (let round = 0; round < 5; round++) {
      const client = await newTenant()
      const task = await client.create({ title: 'changed' })
      await Promise.all([
        client.call('fields.create', { body: { name: 'Amount', type: 'number' } }),
        ...['a', 'b', 'c', 'd'].map((title) => client.create({ title, fields: { amount: 1 } })),
        client.call('tasks.change', { params: { task: task.id }, body: { fields: { amount: 1 } } }),
      ])
      const rows = await inspect('select from task_field_values where tenant_id = $1', [
        client.tenant.id,
      ])
      assert.equal(rows.length, 5)
    }
  })

  test('goes with its task', async () => {
    const { client } = await defined()
    const task = await client.create({ title: 'a', fields: valid })
    await client.call('tasks.remove', { params: { task: task.id } })
    const rows = await inspect('select from task_field_values where tenant_id = $1', [
      client.tenant.id,
    ])
    assert.equal(rows.length, 0)
  })
})

/** Oldest first unless the query has another order. */
async function titles(client: ApiClient, query: Query): Promise<string[]> {
  const { body } = await client.call('tasks.list', { query: { sort: 'created_at', ...query } })
  return body.data.map((task) => task.title)
}

describe('a filter', () => {
  let client: ApiClient
  const stock: Record<string, TaskCreate['fields']> = {
    a: { ...valid, amount: 10, severity: 'low' },
    b: { customer: 'MULLER & SOHNE', amount: 20.5, delivered: '2026-03-01', severity: 'medium' },
    c: { customer: 'Acme', amount: 3e10, link: 'https://example.com/x', reviewer: 'Bob' },
    d: {},
  }
  before(async () => {
    client = (await defined()).client
    for (const [title, fields = {}] of Object.entries(stock)) await client.create({ title, fields })
  })

  const finds: [field: string | string[], titles: string][] = [
    ['customer:is:müller & söhne', 'ab'],
    ['customer:is:acme', 'c'],
    [['customer:is:acme', 'customer:is:Muller & Sohne'], 'abc'],
    ['customer:set', 'abc'],
    ['customer:unset', 'd'],
    ['amount:is:10', 'a'],
    ['amount:is:3e10', 'c'],
    ['amount:from:10', 'abc'],
    [['amount:from:10', 'amount:to:20.5'], 'ab'],
    [['amount:from:5', 'amount:from:11'], 'bc'],
    ['delivered:to:2026-02-28', 'a'],
    [['delivered:from:2026-03-01', 'delivered:to:2026-03-01'], 'b'],
    ['severity:is:low', 'a'],
    [['severity:is:low', 'severity:is:medium'], 'ab'],
    [['severity:is:low', 'amount:is:20.5'], ''],
    ['severity:unset', 'cd'],
    ['reviewer:is:bob', 'c'],
    ['link:is:https://example.com/x', 'c'],
  ]
  for (const [field, expected] of finds) {
    test(`${[field].flat().join(' and ')} finds ${expected || 'nothing'}`, async () => {
      assert.equal((await titles(client, { field })).join(''), expected)
      const { body } = await client.call('tasks.counts', { query: { field, group_by: 'status' } })
      assert.equal(body.total, expected.length, 'and counts it')
    })
  }

  const refused: [field: string, message: RegExp][] = [
    ['severty:is:low', /must name a custom field of the tenant\. Did you mean "severity"/],
    ['severity:is:lwo', /severity has no choice "lwo"\. Did you mean "low"/],
    ['amount:is:ten', /amount must be compared with a number, got "ten"/],
    ['amount:from:', /key:from:value/],
    ['amount', /key:is:value/],
    ['amount:above:5', /key:is:value/],
    ['delivered:from:yesterday', /such as 2026-11-15/],
    ['customer:from:a', /customer is of type text/],
  ]
  test('that cannot be meant is explained', async () => {
    for (const [field, message] of refused) {
      const { problem } = await client.call('tasks.list', { query: { field } })
      assert.match(problem.errors?.[0]?.message ?? '', message)
      assert.match(problem.errors?.[0]?.pointer ?? '', /^field/)
    }
    const { problem } = await client.call('tasks.list', { query: { sort: 'field:nope' } })
    assert.deepEqual(
      [problem.errors?.[0]?.pointer, problem.errors?.[0]?.message],
      ['sort', 'must name a custom field of the tenant'],
    )
  })

  test('is stored by a view as the list has it', async () => {
    const query = { field: ['severity:is:low'], sort: '-field:amount' }
    const view = (await client.call('views.create', { body: { name: 'v', query } })).body
    assert.deepEqual(view.query, query)
  })
})

const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

describe('a sort', () => {
  let client: ApiClient
  let tasks: Task[]
  const choices = ['high', 'medium', 'low', undefined]
  before(async () => {
    client = (await defined()).client
    const items = Array.from({ length: 40 }, (_, i) => ({
      create: {
        title: `task ${i}`,
        fields: {
          ...(i % 5 > 0 && { amount: ((i * 7) % 11) - 4.5 }),
          ...(i % 3 > 0 && { customer: ['Über', 'zeta', 'Alpha', 'beta'][i % 4] }),
          ...(i % 7 > 0 && { delivered: `2026-0${1 + (i % 6)}-15` }),
          ...(choices[i % 4] !== undefined && { severity: choices[i % 4] }),
        },
      },
    }))
    const { body } = await client.call('tasks.bulk', { body: { items } })
    tasks = body.results.flatMap(({ task }) => task ?? [])
  })

  const keyOf: Record<string, (value: unknown) => string | number> = {
    amount: Number,
    customer: (value) => fold(String(value)),
    delivered: String,
    severity: (value) => choices.indexOf(String(value)),
  }

  for (const [key, read] of Object.entries(keyOf)) {
    for (const sort of [`field:${key}`, `-field:${key}`]) {
      test(`${sort} holds over pages of any size, and tasks without a value come last`, async () => {
        const sign = sort.startsWith('-') ? -1 : 1
        const has = tasks.filter(({ fields }) => fields[key] !== undefined)
        const valued = has.toSorted(
          (a, b) =>
            sign * (compare(read(a.fields[key]), read(b.fields[key])) || compare(a.id, b.id)),
        )
        const rest = tasks
          .filter(({ fields }) => fields[key] === undefined)
          .toSorted((a, b) => sign * compare(a.id, b.id))
        const expected = [...valued, ...rest].map(({ number }) => number)
        assert.ok(rest.length > 0 && valued.length > 0)
        for (const limit of [1, 3, valued.length, 39, 200]) {
          const found = await client.follow<Task>(`/api/tasks?sort=${sort}&limit=${limit}`)
          assert.deepEqual(
            found.map(({ number }) => number),
            expected,
            `by ${limit}`,
          )
        }
      })
    }
  }

  test('goes with filters and a search', async () => {
    const url = '/api/tasks?limit=2&sort=-field:amount'
    const inOrder = await client.follow<Task>('/api/tasks?limit=200&sort=-field:amount')
    const expected = inOrder.filter(({ fields }) => fields['severity'] === 'low')
    assert.deepEqual(await client.follow<Task>(`${url}&field=severity:is:low`), expected)
    const found = await client.follow<Task>(`${url}&field=severity:is:low&q=task`)
    assert.deepEqual(found, expected)
    const valued = expected.filter(({ fields }) => fields['amount'] !== undefined)
    const both = await client.follow<Task>(`${url}&field=severity:is:low&field=amount:set`)
    assert.deepEqual(both, valued)
  })

  test('follows the order of the choices when it changes', async () => {
    const { data } = (await client.call('fields.list')).body
    const field = data.find(({ key }) => key === 'severity')
    const params = { field: field?.id ?? '' }
    const [high, medium, low, old] = field?.choices ?? []
    await client.call('fields.change', { params, body: { choices: [low, high, medium, old] } })
    const first = async () => {
      const query = { sort: 'field:severity', limit: 1 }
      return (await client.call('tasks.list', { query })).body.data[0]?.fields['severity']
    }
    assert.equal(await first(), 'low')
    await client.call('fields.change', { params, body: { choices: [high, medium] } })
    assert.equal(await first(), 'high')
    const query = { field: 'severity:unset', limit: 200 }
    const without = (await client.call('tasks.list', { query })).body.data
    assert.equal(without.length, 20, 'a removed choice is no value')
    await client.call('fields.change', { params, body: { choices: [low, high, medium] } })
    assert.equal(await first(), 'low', 'and tasks that kept it have it again')
  })
})
