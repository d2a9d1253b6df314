import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { findMismatch, type MatchedEvent, matchesEvent, type Subscription } from './match.ts'

const event: MatchedEvent = {
  type: 'task.updated',
  data: {
    status: 'ready',
    queue: 'support',
    labels: ['vip', 'eu'],
    assignee: null,
    number: 7,
    fields: { customer: 'acme', open: true, nested: { deep: 1 } },
  },
  previous: { status: 'triage' },
  changed: ['status', 'queue'],
  actor: 'key:key_1',
}

function wants(filter: Subscription['filter'], types: string[] = []): boolean {
  return matchesEvent({ event_types: types, filter }, event)
}

function reason(filter: Subscription['filter'], types: string[] = []): string | undefined {
  return findMismatch({ event_types: types, filter }, event)
}

test('no types and no filter want everything', () => {
  assert.ok(wants({}))
})

test('types are exact, or all of one kind', () => {
  assert.ok(wants({}, ['task.created', 'task.updated']))
  assert.ok(wants({}, ['task.*']))
  assert.ok(!wants({}, ['task.created']))
  assert.ok(!wants({}, ['comment.*']))
  assert.ok(!wants({}, ['task.update', 'task', '*']))
  assert.ok(!matchesEvent({ event_types: ['task.*'], filter: {} }, { ...event, type: 'tasks.x' }))
})

test('a value is one of the list, with its type', () => {
  assert.ok(wants({ 'data.status': ['ready', 'triage'] }))
  assert.ok(!wants({ 'data.status': ['completed'] }))
  assert.ok(wants({ 'data.number': [7] }))
  assert.ok(!wants({ 'data.number': ['7'] }))
  assert.ok(wants({ 'data.assignee': [null] }))
  assert.ok(wants({ 'data.fields.open': [true] }))
  assert.ok(!wants({ 'data.fields.open': ['true'] }))
})

test('an array matches when it has one of the list', () => {
  assert.ok(wants({ 'data.labels': ['us', 'eu'] }))
  assert.ok(!wants({ 'data.labels': ['us'] }))
  assert.ok(wants({ changed: ['status'] }))
  assert.ok(!wants({ changed: ['title'] }))
})

test('paths lead through objects, to previous values and to who did it', () => {
  assert.ok(wants({ 'data.fields.customer': ['acme'] }))
  assert.ok(wants({ 'data.fields.nested.deep': [1] }))
  assert.ok(wants({ 'previous.status': ['triage'] }))
  assert.ok(wants({ 'actor.kind': ['key'], 'actor.id': ['key_1'] }))
  assert.ok(!wants({ 'actor.kind': ['user'] }))
})

test('all paths must match', () => {
  assert.ok(wants({ 'data.status': ['ready'], 'data.queue': ['support'] }))
  assert.ok(!wants({ 'data.status': ['ready'], 'data.queue': ['sales'] }))
})

test('what is not there is not null, and nothing inherited is there', () => {
  for (const path of ['data.missing', 'data.constructor', 'data.labels.length', 'data.labels.0']) {
    assert.ok(!wants({ [path]: [null, 0, 2, 'vip', ''] }), path)
  }
  assert.ok(!wants({ 'data.fields': [null] }), 'an object equals nothing')
  assert.ok(!wants({ unknown: ['x'], 'changed.0': ['status'] }))
})

test('the reason names what does not fit', () => {
  assert.match(reason({}, ['task.created']) ?? '', /task\.updated/)
  assert.match(reason({ 'data.status': ['failed'] }) ?? '', /data\.status is "ready"/)
  assert.match(reason({ 'data.nothing': ['x'] }) ?? '', /no data\.nothing/)
  assert.equal(reason({ 'data.status': ['ready'] }), undefined)
})

const scalar = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
)
const name = fc.string({ minLength: 1, maxLength: 5 }).filter((text) => !text.includes('.'))

test('whatever the data, a filter made from them matches, and stops when the value is taken out', () => {
  fc.assert(
    fc.property(
      fc.dictionary(name, fc.oneof(scalar, fc.array(scalar, { minLength: 1 })), { minKeys: 1 }),
      fc.array(scalar),
      (data, others) => {
        for (const [key, value] of Object.entries(data)) {
          const present = Array.isArray(value) ? value : [value]
          const absent = others.filter((other) => !present.includes(other))
          const fits = (list: typeof others) =>
            matchesEvent({ event_types: [], filter: { [`data.${key}`]: list } }, { ...event, data })
          assert.ok(fits([...absent, ...present.slice(0, 1)]))
          assert.ok(!fits(absent))
        }
      },
    ),
  )
})

test('more values never match less, more paths never match more', () => {
  const filter = fc.dictionary(
    fc.constantFrom('data.status', 'data.labels', 'data.queue', 'changed', 'actor.kind', 'data.x'),
    fc.array(fc.constantFrom('ready', 'vip', 'support', 'status', 'key', 'other'), {
      minLength: 1,
    }),
  )
  fc.assert(
    fc.property(filter, filter, (one, other) => {
      if (!wants({ ...other, ...one })) return
      assert.ok(wants(one))
      const wider = Object.fromEntries(
        Object.entries(one).map(([path, list]) => [path, [...list, 'more']]),
      )
      assert.ok(wants(wider))
    }),
  )
})
