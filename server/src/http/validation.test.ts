// A check passes what the contract allows, changes nothing, and otherwise says where and what is wrong.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  BulkRequest,
  type FieldError,
  TaskCreate,
  TaskListQuery,
  WebhookCreate,
} from '@task-service/contract'
import { Problem } from '#lib/problem.ts'
import { compileCheck } from './validation.ts'

const checkCreate = compileCheck('body', TaskCreate)
const checkBulk = compileCheck('body', BulkRequest)
const checkList = compileCheck('query', TaskListQuery)
const checkWebhook = compileCheck('body', WebhookCreate)

function problemOf(work: () => void): Problem {
  try {
    work()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  return assert.fail('nothing was refused')
}

const errorsOf = (work: () => void): FieldError[] => problemOf(work).details.errors ?? []

describe('a value that fits', () => {
  test('passes, and is neither filled in nor changed', () => {
    const value = Object.freeze({
      title: 'x',
      due_at: '2026-11-15T09:30:00+01:00',
      input: { a: 1 },
    })
    checkCreate(value)
    assert.deepEqual(Object.keys(value), ['title', 'due_at', 'input'])
  })
})

describe('a value that does not', () => {
  test('reports only the first fault where it is large, without looking for all of them', () => {
    const labels = Array.from({ length: 260_000 }, () => 1)
    const startedMs = process.cpuUsage().user / 1_000
    const errors = errorsOf(() => checkCreate({ title: 'x', labels }))
    const spentMs = process.cpuUsage().user / 1_000 - startedMs
    assert.equal(errors.length, 1)
    assert.equal(errors[0]?.pointer, '/labels')
    assert.ok(spentMs < 200, `took ${spentMs} ms of the processor`)
  })

  test('reports only the first fault also where many values fit', () => {
    const many = Array.from({ length: 3_000 }, (_, place) => place)
    const errors = errorsOf(() => checkCreate({ title: 1, queue: 2, input: many }))
    assert.equal(errors.length, 1)
    assert.equal(errorsOf(() => checkCreate({ title: 1, queue: 2 })).length, 2)
  })

  test('is reported in one sentence and one entry for each fault', () => {
    const problem = problemOf(() => checkCreate({ title: 'x', labels: 'red', status: 'done' }))
    assert.equal(problem.code, 'invalid_request')
    assert.equal(
      problem.detail,
      'status: must be one of triage, ready; got "done" (and 1 more: labels; see errors).',
    )
    assert.deepEqual(problem.details.errors, [
      {
        in: 'body',
        pointer: '/status',
        code: 'invalid_value',
        message: 'must be one of triage, ready; got "done"',
        allowed: ['triage', 'ready'],
      },
      {
        in: 'body',
        pointer: '/labels',
        code: 'invalid_type',
        message: 'must be an array of strings, for example ["a"]; got a string',
      },
    ])
  })

  test('names an unknown field and the known ones', () => {
    const [error] = errorsOf(() => checkCreate({ title: 'x', titel: 1 }))
    assert.equal(error?.pointer, '/titel')
    assert.equal(error.code, 'unknown_field')
    assert.equal(error.message, 'unknown field "titel". Did you mean "title"?')
    assert.deepEqual(error.allowed, Object.keys(TaskCreate.properties))
  })

  test('calls them parameters in a query, without a slash', () => {
    const [error] = errorsOf(() => checkList({ assigne: 'ada' }))
    assert.deepEqual([error?.in, error?.pointer], ['query', 'assigne'])
    assert.equal(error?.code, 'unknown_parameter')
    assert.equal(error?.message, 'unknown parameter "assigne". Did you mean "assignee"?')
  })

  test('points into lists and objects', () => {
    const body = {
      items: [{ create: { title: 'x' } }, { create: { title: '', labels: ['', 'a'] } }],
    }
    const pointers = errorsOf(() => checkBulk(body)).map((error) => error.pointer)
    assert.deepEqual(pointers, ['/items/1/create/title', '/items/1/create/labels/0'])
  })

  test('escapes names as JSON pointers do', () => {
    const [error] = errorsOf(() => checkCreate({ title: 'x', 'a/b~c': 1 }))
    assert.equal(error?.pointer, '/a~1b~0c')
  })

  test('points at what is missing, and at what is missing beside something', () => {
    assert.deepEqual(
      errorsOf(() => checkCreate({})),
      [{ in: 'body', pointer: '/title', code: 'required', message: 'is required' }],
    )
    assert.deepEqual(
      errorsOf(() => checkCreate({ title: 'x', source: 'crm' })),
      [
        {
          in: 'body',
          pointer: '/external_id',
          code: 'required',
          message: 'is required when source is set',
        },
      ],
    )
  })

  test('names headers that are reserved, in any case', () => {
    for (const name of [
      'Host',
      'CONNECTION',
      'Content-Length',
      'content-encoding',
      'Transfer-Encoding',
      'te',
      'Upgrade',
      'Expect',
      'Proxy-Authorization',
      'webhook-signature',
      'User-Agent',
    ]) {
      const [error] = errorsOf(() => checkWebhook({ url: 'x', headers: { [name]: 'x' } }))
      assert.deepEqual(error, {
        in: 'body',
        pointer: `/headers/${name}`,
        code: 'reserved_name',
        message: 'is a reserved header and cannot be set',
      })
    }
    checkWebhook({ url: 'x', headers: { hosts: 'x', 'x-te': 'x', content: 'x' } })
  })

  test('points at a name that cannot be used', () => {
    const pointers = errorsOf(() => checkWebhook({ url: 'x', headers: { 'a b~': 'x' } })).map(
      (error) => error.pointer,
    )
    assert.deepEqual(new Set(pointers), new Set(['/headers/a b~0']))
  })

  test('reports at most 20 faults, however many there are', () => {
    const fields = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`x${i}`, i]))
    assert.equal(errorsOf(() => checkCreate({ title: 'x', ...fields })).length, 20)
  })

  test('is not coerced into one that fits', () => {
    for (const title of [5, true, null, ['x']]) {
      const [error] = errorsOf(() => checkCreate({ title }))
      assert.equal(error?.code, 'invalid_type')
      assert.match(error.message, /^must be a string, got /)
    }
    const [error] = errorsOf(() => checkList({ limit: '5' }))
    assert.equal(error?.message, 'must be an integer, got "5"')
  })
})

describe('dates and times', () => {
  const accepted = [
    '2026-11-15T09:30:00Z',
    '2026-11-15t09:30:00z',
    '2026-11-15T09:30:00.123456789Z',
    '2026-11-15T09:30:00+14:00',
    '2026-11-15T09:30:00-00:00',
    '2024-02-29T00:00:00Z',
    '2000-02-29T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '0004-02-29T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
  ]
  const refused = [
    '2026-11-15',
    '2026-11-15T09:30:00',
    '2026-11-15T09:30Z',
    '2026-11-15 09:30:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-12-31T23:59:60Z',
    '2026-01-01T00:00:00+25:00',
    '2026-01-01T00:00:00+0100',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '-2026-01-01T00:00:00Z',
    '+012026-01-01T00:00:00Z',
    '2026-11-15T09:30:00Z ',
    '1763199000',
    '',
  ]

  test('of RFC 3339 that can be stored are taken', () => {
    for (const due_at of accepted) checkCreate({ title: 'x', due_at })
  })

  test('of any other form, or that do not exist, are refused', () => {
    for (const due_at of refused) {
      const [error] = errorsOf(() => checkCreate({ title: 'x', due_at }))
      assert.equal(error?.pointer, '/due_at', due_at)
      assert.match(error.message, /for example 2026-11-15T09:30:00Z/)
    }
  })
})
