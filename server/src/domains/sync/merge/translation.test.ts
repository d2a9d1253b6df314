// Words of both sides: what stands for what, what is left alone, what has no word.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Mapping, resolveMapping } from '@task-service/contract'
import { drafted, fields } from '../../../../../tests/harness/sync/sample-tracker.ts'
import {
  cut,
  type Dictionary,
  fieldsOf,
  localValues,
  remoteFields,
  remoteValues,
  taskChange,
  toLocal,
  toRemote,
} from './translation.ts'

function dictionary(mapping: Mapping = {}): Dictionary {
  return {
    fields,
    mapping: resolveMapping(mapping, { fields, capabilities: { comments: 'readwrite' } }, drafted),
  }
}

describe('from there to here', () => {
  const words = dictionary()

  it('finds the word', () => {
    assert.equal(toLocal(words, 'status', '5'), 'completed')
    assert.equal(toLocal(words, 'priority', 'p1'), 'urgent')
    assert.equal(toLocal(words, 'priority', null), 'normal')
    assert.equal(toLocal(words, 'assignee', '8'), 'mara@example.com')
    assert.equal(toLocal(words, 'assignee', null), null)
    assert.equal(toLocal(words, 'due_at', '2026-11-20T00:00:00Z'), '2026-11-20T00:00:00.000Z')
    assert.equal(toLocal(words, 'due_at', 'someday'), null)
  })

  it('keeps what stands for it already', () => {
    assert.equal(toLocal(words, 'status', '2', 'in_review'), 'in_review')
    assert.equal(toLocal(words, 'status', '1', 'triage'), 'triage')
    assert.equal(toLocal(words, 'status', '1', 'completed'), 'ready')
    assert.equal(toLocal(words, 'assignee', '8', 'Mara Lind'), 'Mara Lind')
  })

  it('says so when there is no word', () => {
    assert.equal(toLocal(words, 'status', '99'), undefined)
    assert.equal(toLocal(words, 'status', 'constructor'), undefined)
    assert.equal(toLocal(words, 'assignee', '__proto__'), undefined)
  })

  it('makes texts storable', () => {
    assert.equal(toLocal(words, 'title', '  '), '(untitled)')
    assert.equal(toLocal(words, 'title', 'a\0b'), 'ab')
    assert.equal(Array.from(cut('\u{1f600}'.repeat(501), 500)).length, 500)
    assert.equal(cut('\ud800x', 10), '\ufffdx')
    const labels = toLocal(words, 'labels', ['a', 'a', '', 'x'.repeat(70), 7])
    assert.deepEqual(labels, ['a', 'x'.repeat(64)])
  })
})

describe('from here to there', () => {
  const words = dictionary()

  it('leaves alone what means the same', () => {
    assert.equal(toRemote(words, 'status', 'completed', '6'), '6', 'another that is done')
    assert.equal(toRemote(words, 'status', 'in_review', '2'), '2')
    assert.equal(toRemote(words, 'status', 'completed', '1'), '5')
    assert.equal(toRemote(words, 'priority', 'urgent', 'p0'), 'p0')
  })

  it('says so when there is no word', () => {
    assert.equal(toRemote(words, 'assignee', 'unmapped'), undefined)
    assert.equal(toRemote(words, 'status', 'no such status'), undefined)
  })

  it('cuts to what fits there, and never writes the beginning of a text over the whole', () => {
    assert.equal(toRemote(words, 'title', 'x'.repeat(400)), 'x'.repeat(255))
    assert.equal(toRemote(words, 'description', 'new', 'y'.repeat(100_001)), undefined)
  })
})

describe('fields of an installation', () => {
  const words = dictionary({
    fields: { labels: { direction: 'none' } },
    custom: [
      { remote: '7', field: 'points', direction: 'both' },
      { remote: '8', field: 'secret', direction: 'none' },
    ],
  })

  it('travel under their own names', () => {
    assert.ok(fieldsOf(words).includes('custom.7'))
    assert.ok(!fieldsOf(words).includes('custom.8'))
    assert.ok(!fieldsOf(words).includes('labels'))
    const remote = remoteValues(words, { title: 'A', labels: ['x'], custom: { 7: 3, 8: 4 } })
    assert.deepEqual(remote, { title: 'A', 'custom.7': 3 })
    assert.deepEqual(remoteFields(remote), { title: 'A', custom: { 7: 3 } })
    assert.deepEqual(taskChange(words, { 'custom.7': 3, title: 'A' }), {
      title: 'A',
      fields: { points: 3 },
    })
    const task = { title: 'A', fields: { points: 5 } } as unknown as Parameters<
      typeof localValues
    >[1] // only what is read
    assert.equal(localValues(words, task)['custom.7'], 5)
  })
})
