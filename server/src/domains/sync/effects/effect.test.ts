// Effects as values: what of a task would be written, and what changes their hash.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Mapping, resolveMapping, type Task } from '@task-service/contract'
import { hashEffects } from '#domains/approvals/index.ts'
import type { LinkRow } from '#domains/sync/links/index.ts'
import type { Dictionary, Shadow } from '#domains/sync/merge/index.ts'
import { drafted, fields } from '../../../../../tests/harness/sync/sample-tracker.ts'
import { fieldsFromShadow, type Source, updateEffect } from './effect.ts'

const LINK = '01930a1b-2c3d-7000-8e4f-5a6b7c8d9e0d'

const shadow: Shadow = {
  title: { remote: 'Refund', local: 'Refund' },
  status: { remote: '1', local: 'ready' },
  labels: { remote: ['b', 'a'], local: ['b', 'a'] },
}

function dictionaryOf(mapping: Mapping = {}): Dictionary {
  const provider = { fields, capabilities: { comments: 'readwrite' as const } }
  return { mapping: resolveMapping(mapping, provider, drafted), fields }
}

const task = {
  id: 'tsk_01930a1b2c3d70008e4f5a6b7c8d9e0a',
  number: 7,
  title: 'Refund',
  description: '',
  status: 'completed',
  priority: 'normal',
  labels: ['a', 'b', 'new'],
  assignee: null,
  due_at: null,
  result: { refund: 1 },
  fields: {},
} as unknown as Task // the fields that a mapping can name

const cause = { runId: null, agent: 'bot', policy: 'approve' } as const

function effectOf(change: Partial<Task> = {}, source: Partial<Source> = {}) {
  const all: Source = {
    integration: { id: LINK, provider: 'memory', config: {} },
    dictionary: dictionaryOf(),
    isEdge: false,
    link: { id: LINK, external_id: '1', external_key: '#1', external_version: '3' } as LinkRow, // what is used of it
    ...source,
  }
  const next = { ...task, ...change }
  const sent = fieldsFromShadow(all.dictionary, shadow, next, new Set())
  return updateEffect(all, cause, next, sent)
}

describe('an effect', () => {
  test('has the fields that differ, with values of the vendor', () => {
    assert.deepEqual(effectOf().fields, {
      status: { from: '1', to: '5' },
      labels: { from: ['a', 'b'], to: ['a', 'b', 'new'] },
    })
  })

  test('has no field that is open in a conflict', () => {
    const sent = fieldsFromShadow(dictionaryOf(), shadow, task, new Set(['status']))
    assert.deepEqual(Object.keys(sent), ['labels'])
  })

  test('has the same hash whatever the order of labels and names', () => {
    const reordered = effectOf({ labels: ['new', 'b', 'a'], result: { refund: 1 } })
    assert.equal(hashEffects([reordered]), hashEffects([effectOf()]))
  })

  const moved = { id: LINK, external_id: '1', external_key: '#1', external_version: '4' }
  for (const [what, other] of Object.entries({
    'the result': effectOf({ result: { refund: 2 } }),
    'a value': effectOf({ status: 'failed' }),
    'the version of the item': effectOf({}, { link: moved as LinkRow }), // what is used of it
    'the mapping': effectOf({}, { dictionary: dictionaryOf({ queue: 'other' }) }),
    'the settings': effectOf(
      {},
      { integration: { id: LINK, provider: 'memory', config: { repo: 'other' } } },
    ),
  })) {
    test(`has another hash with another value of ${what}`, () => {
      assert.notEqual(hashEffects([other]), hashEffects([effectOf()]))
    })
  }

  test('on a database names the statement and what it gets', () => {
    const config = { database: 'claims', write_statement: 'close', write_params: '{"s":"closed"}' }
    const { statement } = effectOf(
      {},
      { isEdge: true, integration: { id: LINK, provider: 'database', config } },
    )
    assert.deepEqual([statement?.database, statement?.name], ['claims', 'close'])
    assert.equal(statement?.parameters, '{"s":"closed"}')
    assert.deepEqual(statement?.values['task.result'], { refund: 1 })
    assert.equal(statement?.values['version'], '3')
  })
})
