// The URL of the audit log: what it says becomes the query, and what it cannot mean is left out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNarrowed, paramsOf, queryOf, readChoice } from './audit-filter.ts'

const now = new Date('2026-11-15T12:34:56.789Z')
const queryFor = (address: Record<string, string>) => queryOf(readChoice(address), now)

test('every filter becomes a parameter', () => {
  assert.deepEqual(
    queryFor({
      by: 'agent:match:agent',
      object: 'T-142',
      action: 'task.updated,task.created',
      span: 'week',
      effects_of: 'match-agent',
    }),
    {
      actor_kind: 'agent',
      actor_id: 'match:agent',
      subject_id: 'T-142',
      action: ['task.created', 'task.updated'],
      effects_of: 'match-agent',
      since: '2026-11-08T12:34:00.000Z',
    },
  )
  assert.deepEqual(queryFor({ by: 'user' }), { actor_kind: 'user' })
})

test('a custom range has a beginning, an end, or both', () => {
  const until = '2026-11-02T00:00:00.000Z'
  assert.deepEqual(queryFor({ span: 'custom', until }), { until })
  assert.deepEqual(queryFor({ span: 'custom', since: '2026-11-01T00:00Z', until }), {
    since: '2026-11-01T00:00:00.000Z',
    until,
  })
  assert.deepEqual(queryFor({ until }), {}, 'only where the range is custom')
})

test('what is no filter is left out', () => {
  const address = { by: 'robot', object: 'T-0', action: 'no.action', span: 'ever', since: 'x' }
  assert.deepEqual(queryFor(address), {})
  assert.ok(!isNarrowed(readChoice(address)))
  assert.ok(isNarrowed(readChoice({ action: 'task.created' })))
})

test('a link repeats the parameter of actions', () => {
  const params = paramsOf(readChoice({ action: 'task.created,task.updated', by: 'key' }))
  assert.equal(String(params), 'actor_kind=key&action=task.created&action=task.updated')
})
