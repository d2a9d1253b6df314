// Every kind of fault has a code and a message in plain words: no pattern, no secret, and none of the validator's own texts.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  Announce,
  AskChallenge,
  BulkRequest,
  CredentialEntry,
  EdgeResult,
  EdgeResults,
  Enroll,
  FilterTest,
  InboxBulk,
  OpenSession,
  type Operation,
  operations,
  Password,
  Poll,
  patternText,
  RotateKey,
  resetOperation,
  SecretRotation,
  TaskChange,
  TaskCreate,
  TaskListQuery,
  taskParams,
  uiOperations,
  WebhookCreate,
} from '@task-service/contract'
import { Problem } from '#lib/problem.ts'
import { headersSchema } from '../input.ts'
import { compileCheck } from '../validation.ts'

const checks = {
  create: compileCheck('body', TaskCreate),
  change: compileCheck('body', TaskChange),
  bulk: compileCheck('body', BulkRequest),
  webhook: compileCheck('body', WebhookCreate),
  filterTest: compileCheck('body', FilterTest),
  rotation: compileCheck('body', SecretRotation),
  credential: compileCheck('body', CredentialEntry),
  password: compileCheck('body', { type: 'object', properties: { password: Password } }),
  list: compileCheck('query', TaskListQuery),
  ping: compileCheck('query', operations['system.ping'].query),
  path: compileCheck('path', taskParams),
  headers: compileCheck('header', headersSchema),
}

function findProblem(check: () => void): Problem | undefined {
  try {
    check()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  return undefined
}

function problemOf(check: keyof typeof checks, value: unknown): Problem {
  const problem = findProblem(() => checks[check](value))
  return problem ?? assert.fail(`${check} accepted ${JSON.stringify(value)}`)
}

const long = 'x'.repeat(3_000)
const items = Array.from({ length: 501 }, () => ({ create: { title: 'x' } }))
const event = { type: 'task.created', data: {} }
const url = 'https://a.example'
/** Stands for secrets in the bodies below. */
const CANARY = /canary|47110815/

const cases: [check: keyof typeof checks, value: unknown, code: string, detail: string][] = [
  ['create', [], 'invalid_type', 'Request body: must be a JSON object, got an array.'],
  ['create', undefined, 'required', 'Request body is required: send a JSON object.'],
  ['create', { title: '' }, 'too_short', 'title: must not be empty.'],
  [
    'create',
    { title: ' \t\n\u00a0\u3000\ufeff' },
    'invalid_format',
    'title: must not be blank: it has only white space.',
  ],
  ['create', { title: '\u0000 ' }, 'invalid_format', 'title: must not contain NUL (\\u0000).'],
  ['create', { title: long }, 'too_long', 'title is too long: 3,000 characters, maximum 500.'],
  [
    'create',
    { title: '😀'.repeat(501) },
    'too_long',
    'title is too long: 501 characters, maximum 500.',
  ],
  ['create', { title: 5 }, 'invalid_type', 'title: must be a string, got a number.'],
  [
    'create',
    { title: 'x', assignee: true },
    'invalid_type',
    'assignee: must be a string or null, got a boolean.',
  ],
  ['create', { title: 'a\u0000b' }, 'invalid_format', 'title: must not contain NUL (\\u0000).'],
  ['create', {}, 'required', 'title is required.'],
  ['create', { title: 'x', labels: ['a', 'b', 'a'] }, 'duplicate', 'labels contains "a" twice.'],
  [
    'create',
    { title: 'x', labels: [1] },
    'invalid_type',
    'labels[0]: must be a string, got a number.',
  ],
  [
    'rotation',
    { overlap_hours: 1.5 },
    'invalid_type',
    'overlap_hours: must be an integer, got 1.5.',
  ],
  [
    'rotation',
    { overlap_hours: 'a day' },
    'invalid_type',
    'overlap_hours: must be an integer, got a string.',
  ],
  [
    'create',
    { title: 'x', priority: 'hihg' },
    'invalid_value',
    'priority: must be one of urgent, high, normal, low; got "hihg". Did you mean "high"?',
  ],
  [
    'create',
    { title: 'x', due_at: 'tomorrow' },
    'invalid_format',
    'due_at: must be an ISO 8601 date-time with a time zone, for example 2026-11-15T09:30:00Z; got "tomorrow".',
  ],
  [
    'create',
    { title: 'x', parent_id: '142' },
    'invalid_format',
    'parent_id: must be a task ID (tsk_…) or number (T-142), got "142".',
  ],
  [
    'create',
    { title: 'x', due_at: '2026-02-30T09:00:00Z' },
    'invalid_format',
    'due_at: must be an ISO 8601 date-time with a time zone, for example 2026-11-15T09:30:00Z; got "2026-02-30T09:00:00Z". This date or time does not exist.',
  ],
  ['change', {}, 'too_few', 'Nothing to update: send at least one field.'],
  ['bulk', { items: [] }, 'too_few', 'items: must not be empty.'],
  ['bulk', { items }, 'too_many', 'items has 501 items, maximum 500.'],
  ['bulk', { items: [{}] }, 'required', 'items[0]: must have one of create, update.'],
  [
    'bulk',
    { items: [{ create: { title: 'x' }, update: { task: 'T-1', changes: { title: 'y' } } }] },
    'conflicting_fields',
    'items[0]: must have either create or update, not both.',
  ],
  [
    'bulk',
    { items: [{ update: { task: 'T-1', changes: {} } }] },
    'too_few',
    'items[0].update.changes: nothing to update: send at least one field.',
  ],
  [
    'bulk',
    { items: [{ create: { title: 'x', dueAt: null } }] },
    'unknown_field',
    'items[0].create: unknown field "dueAt". Did you mean "due_at"? Allowed: title,',
  ],
  [
    'webhook',
    { url, secret: 'whsec_short' },
    'invalid_format',
    'secret: must be whsec_ followed by 24 to 64 bytes in Base64.',
  ],
  [
    'webhook',
    { url, filter: { queue: ['a'] } },
    'invalid_name',
    'filter.queue: name must be a filter path such as data.status, changed or actor.kind; got "queue". Did you mean "data.queue"?',
  ],
  [
    'webhook',
    { url, headers: { 'a b': 'x' } },
    'invalid_name',
    'headers["a b"]: name must be a valid HTTP header name, got "a b".',
  ],
  [
    'webhook',
    { url, headers: { Host: 'x' } },
    'reserved_name',
    'headers.Host is a reserved header and cannot be set.',
  ],
  [
    'webhook',
    { url, event_types: ['task.complete'] },
    'invalid_value',
    'event_types[0]: must be one of the values in `allowed`; got "task.complete". Did you mean "task.completed"?',
  ],
  ['credential', { secrets: {} }, 'too_few', 'secrets: must have at least one entry.'],
  [
    'password',
    { password: 'hunter2' },
    'too_short',
    'password is too short: 7 characters, minimum 12.',
  ],
  ['filterTest', undefined, 'required', 'Request body is required: send a JSON object.'],
  ['filterTest', [], 'invalid_type', 'Request body: must be a JSON object, got an array.'],
  ['filterTest', null, 'invalid_type', 'Request body: must be a JSON object, got null.'],
  ['filterTest', {}, 'required', 'Request body: must have one of event_id, event.'],
  [
    'filterTest',
    { event, event_id: 'evt_019301a2b3c47d5e8f90a1b2c3d4e5f6' },
    'conflicting_fields',
    'Request body: must have either event_id or event, not both.',
  ],
  [
    'filterTest',
    { event: { ...event, type: 'task.create' } },
    'invalid_value',
    'event.type: must be one of',
  ],
  [
    'list',
    { limit: 1000 },
    'out_of_range',
    'query parameter limit: must be between 1 and 200, got 1000.',
  ],
  [
    'list',
    { limit: ['1', '2'] },
    'invalid_type',
    'query parameter limit: must be given only once.',
  ],
  [
    'list',
    { due_before: '2026-11-15T09:30:00 01:00' },
    'invalid_format',
    'query parameter due_before: must be an ISO 8601 date-time with a time zone, for example 2026-11-15T09:30:00Z; got "2026-11-15T09:30:00 01:00". Encode + as %2B in URLs.',
  ],
  [
    'ping',
    { verbose: '1' },
    'unknown_parameter',
    'Unknown query parameter "verbose". This endpoint takes no query parameters.',
  ],
  [
    'path',
    { task: 'abc' },
    'invalid_format',
    'path parameter task: must be a task ID (tsk_…) or number (T-142), got "abc".',
  ],
  [
    'headers',
    { 'if-match': '3' },
    'invalid_format',
    'header If-Match: must be the ETag you received, with its quotes, for example "3"; got "3".',
  ],
  [
    'headers',
    { 'idempotency-key': 'a b' },
    'invalid_format',
    'header Idempotency-Key: must be 1 to 255 printable ASCII characters without spaces.',
  ],
]

describe('a fault', () => {
  for (const [check, value, code, detail] of cases) {
    test(`says ${detail}`, () => {
      const problem = problemOf(check, value)
      assert.deepEqual(
        problem.details.errors?.map((error) => error.code),
        [code],
      )
      // Long lists of names are only compared at their beginning.
      assert.equal(problem.detail.slice(0, detail.length), detail)
      assert.doesNotMatch(problem.detail, /must NOT|must match|\^/)
    })
  }

  test('does not repeat long names and values', () => {
    for (const body of [
      { title: 'x', [long]: 1 },
      { title: 'x', queue: `${long}!` },
    ]) {
      assert.ok(problemOf('create', body).detail.length < 400)
    }
  })

  test('shows no secret', () => {
    const bodies: [check: keyof typeof checks, body: object][] = [
      ['webhook', { url, secret: 'whsec_canary' }],
      ['webhook', { url, secret: 47110815 }],
      ['webhook', { url, headers: { authorization: 'canary\n' } }],
      ['webhook', { url, headers: { authorization: ['canary'] } }],
      ['webhook', { url, headers: { authorization: 47110815 } }],
      ['rotation', { secret: 47110815 }],
      ['credential', { secrets: { api_key: 47110815 } }],
      ['credential', { secrets: 47110815 }],
      ['password', { password: 47110815 }],
    ]
    for (const [check, body] of bodies) {
      const { detail, details } = problemOf(check, body)
      assert.doesNotMatch(JSON.stringify([detail, details]), CANARY)
    }
  })
})

type Schema = Record<string, unknown> & { pattern?: string }

function* walk(schema: unknown): Generator<Schema> {
  if (typeof schema !== 'object' || schema === null) return
  const node = schema as Schema // of the contract
  yield node
  const { properties, items: each, additionalProperties, propertyNames, oneOf, not } = node
  for (const part of Object.values(properties ?? {})) yield* walk(part)
  for (const part of Array.isArray(oneOf) ? oneOf : []) yield* walk(part)
  for (const part of [each, additionalProperties, propertyNames]) yield* walk(part)
  if (not) yield { not }
}

describe('the schemas of all requests', () => {
  const all: Operation[] = Object.values({ ...operations, ...uiOperations, resetOperation })
  const frames = [Enroll, AskChallenge, OpenSession, Announce, Poll, EdgeResult, EdgeResults]
  const schemas = [
    ...all.flatMap(({ params, query, body }) => [params, query, body]),
    ...frames,
    RotateKey,
    headersSchema,
  ]

  const nodes = schemas.flatMap((schema) => [...walk(schema)])

  test('mark every secret as write-only', () => {
    const secrets = nodes
      .flatMap(({ properties }) => Object.entries((properties ?? {}) as Record<string, Schema>))
      .filter(([name]) => /(^|_)(secret|password|token)s?$|^headers$/.test(name))
      .filter(([, { type }]) => type !== 'boolean' && type !== 'integer')
      // The ID of a token is no secret.
      .filter(([, { pattern }]) => !pattern?.startsWith('^tok_'))
    assert.deepEqual(
      new Set(secrets.map(([name]) => name)),
      new Set(
        'secret secrets headers password current_password new_password token lease_token'.split(
          ' ',
        ),
      ),
    )
    // Of an object, the values.
    const unmarked = secrets.filter(
      ([, { additionalProperties: values, ...schema }]) =>
        !((values as Schema | undefined) ?? schema)['writeOnly'],
    )
    assert.deepEqual(unmarked, [])
  })

  test('do not show a secret, whatever is wrong with it', () => {
    const secrets = nodes.filter(({ writeOnly }) => writeOnly)
    const rules = { enum: ['a'], format: 'date-time', minimum: 1e9, uniqueItems: true }
    const canaries = [
      47110815,
      'canary',
      'canary\u0000',
      ['canary', 'canary'],
      { canary: 'canary' },
    ]
    for (const secret of [...secrets, { writeOnly: true, ...rules }]) {
      const check = compileCheck('body', { type: 'object', properties: { secret } })
      for (const canary of [...canaries, 'canary'.repeat(5_000)]) {
        const shown = findProblem(() => check({ secret: canary }))
        assert.doesNotMatch(JSON.stringify([shown?.detail, shown?.details]), CANARY)
      }
    }
  })

  test('have a text for every pattern', () => {
    const patterns = new Set(nodes.flatMap(({ pattern }) => pattern ?? []))
    assert.ok(patterns.size > 15)
    assert.deepEqual(
      [...patterns].filter((pattern) => !patternText(pattern)),
      [],
    )
  })

  // The check finds the branch that was meant by the one field that each requires.
  test('are unions only as a whole, with one required field per branch', () => {
    const inner = schemas.flatMap((schema) => [...walk(schema)].slice(1))
    assert.deepEqual(
      inner.filter(({ oneOf }) => oneOf),
      [],
    )
    const unions = schemas.flatMap((schema) => {
      const { oneOf } = (schema ?? {}) as Schema
      return oneOf ? [oneOf] : []
    })
    assert.ok(unions.length > 0)
    for (const branches of unions as { required?: string[] }[][]) {
      const required = branches.map((branch) => branch.required ?? [])
      assert.ok(required.every(({ length }) => length === 1))
      assert.equal(new Set(required.flat()).size, branches.length)
    }
  })

  test('exclude names with `not` only for reserved headers, as its message says', () => {
    const excluded = new Set(nodes.flatMap(({ not }) => (not ? [JSON.stringify(not)] : [])))
    assert.equal(excluded.size, 1)
    const { pattern } = JSON.parse([...excluded][0] ?? '{}') as { pattern: string }
    assert.match('Transfer-Encoding', new RegExp(pattern))
    assert.doesNotMatch('Authorization', new RegExp(pattern))
  })

  test('require at least one field of every change, and no higher number of anything', () => {
    const least = nodes.flatMap(({ minProperties }) => minProperties ?? [])
    // The second is for changes of several objects, which also name them.
    assert.deepEqual(new Set(least), new Set([1, 2]))
    const changes = all.filter(
      ({ body }) => body && 'minProperties' in body && body.minProperties === 1,
    )
    assert.ok(changes.length >= 6, `${changes.length} changes`)
    for (const { method, path, body = {} } of changes) {
      assert.ok(method === 'PATCH' || path.endsWith('/edit'), path)
      const problem = findProblem(() => compileCheck('body', body)({}))
      assert.equal(problem?.detail, 'Nothing to update: send at least one field.', path)
    }
    const problem = findProblem(() =>
      compileCheck('body', InboxBulk)({ ids: ['ntf_019301a2b3c47d5e8f90a1b2c3d4e5f6'] }),
    )
    assert.equal(problem?.detail, 'Nothing to update: send at least one field besides `ids`.')
  })

  test('use no keyword without a message', () => {
    const explained =
      'type enum pattern format minLength maxLength minimum maximum minItems maxItems uniqueItems minProperties maxProperties required dependentRequired additionalProperties propertyNames oneOf not'
    const annotations = 'description examples default properties items writeOnly $schema'
    const known = new Set(`${explained} ${annotations}`.split(' '))
    const used = new Set(nodes.flatMap((node) => Object.keys(node)))
    assert.deepEqual(
      [...used].filter((keyword) => !known.has(keyword)),
      [],
    )
  })
})
