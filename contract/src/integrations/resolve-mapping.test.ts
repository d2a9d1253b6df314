// What holds when nothing, something or everything was said about a mapping.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRemotePerson, resolveMapping } from './resolve-mapping.ts'

const provider = {
  fields: {
    title: { access: 'readwrite' },
    status: { access: 'readwrite' },
    priority: { access: 'read' },
    due_at: { access: 'none' },
  },
  capabilities: { comments: 'read' },
} as const

const choices = {
  statuses: [
    { id: '1', name: 'New', group: 'open' },
    { id: '2', name: 'In Progress', group: 'started' },
    { id: '5', name: 'Closed', group: 'done' },
    { id: '6', name: 'Solved', group: 'done' },
  ] as const,
  priorities: [
    { id: '3', name: 'Niedrig' },
    { id: '4', name: 'Normal' },
    { id: '5', name: 'High' },
    { id: '6', name: 'Urgent' },
    { id: '7', name: 'Immediate' },
  ],
  people: [
    { id: '8', name: 'Mara Lind', email: 'Mara@example.com' },
    { id: '9', name: 'Mara Lind' },
  ],
}

test('without a word, the proposal holds', () => {
  const mapping = resolveMapping({}, provider, { ...choices, statuses: [...choices.statuses] })
  assert.deepEqual(mapping.fields.title, { direction: 'both', policy: 'latest' })
  assert.deepEqual(mapping.fields.status, { direction: 'both', policy: 'remote_wins' })
  assert.equal(mapping.fields.priority.direction, 'in')
  assert.equal(mapping.fields.due_at.direction, 'none')
  assert.equal(mapping.fields.labels.direction, 'none')
  assert.equal(mapping.comments, 'in')
  assert.deepEqual(mapping.statuses.in, {
    1: 'ready',
    2: 'in_progress',
    5: 'completed',
    6: 'completed',
  })
  assert.equal(mapping.statuses.out.completed, '5')
  assert.equal(mapping.statuses.out.canceled, '5', 'nothing there is canceled, so it is done')
  assert.equal(mapping.statuses.out.triage, '1')
  assert.equal(mapping.priorities.out.urgent, '6')
  assert.equal(mapping.priorities.in['7'], 'urgent')
  assert.equal(mapping.priorities.in['3'], 'low')
  assert.equal(mapping.deletes, 'cancel')
})

test('what was said goes before the proposal, within what is possible', () => {
  const mapping = resolveMapping(
    {
      fields: { title: { direction: 'in' }, priority: { direction: 'out', policy: 'manual' } },
      statuses: { out: { completed: '6' }, in: { 1: 'triage' } },
      comments: 'both',
      choices: { statuses: [...choices.statuses] },
    },
    provider,
  )
  assert.deepEqual(mapping.fields.title, { direction: 'in', policy: 'latest' })
  assert.deepEqual(mapping.fields.priority, { direction: 'none', policy: 'manual' })
  assert.equal(mapping.statuses.out.completed, '6')
  assert.equal(mapping.statuses.in['1'], 'triage')
  assert.equal(mapping.statuses.in['5'], 'completed')
  assert.equal(mapping.comments, 'in')
})

test('people are found by name, by e-mail and by the name they got here', () => {
  const { people } = resolveMapping({ people: { in: { 9: 'other-mara' } } }, provider, {
    people: choices.people,
  })
  assert.equal(people.in['8'], 'Mara@example.com')
  assert.equal(findRemotePerson(people, 'mara lind'), '8')
  assert.equal(findRemotePerson(people, 'mara@EXAMPLE.com'), '8')
  assert.equal(findRemotePerson(people, 'other-mara'), '9')
  assert.equal(findRemotePerson(people, 'constructor'), undefined)
})
