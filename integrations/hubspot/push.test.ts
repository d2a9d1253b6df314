// Writing: only the requested fields, nothing dropped silently, and errors that say what to do.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type FailureKind, isFailure, type PushResult, type RemoteFields } from '@task-service/kit'
import { fetchOne } from './pull.ts'
import { push } from './push.ts'
import { useScene } from './testing/scene.ts'
import type { ObjectRow } from './testing/world.ts'

const scene = useScene()

const create = (fields: RemoteFields): Promise<PushResult> =>
  push(scene().ctx, { kind: 'create', fields }, { marker: 'm1' })
const row = (): ObjectRow => {
  const found = scene().controls.readAll().tasks[0]
  assert.ok(found)
  return found
}
const update = (fields: RemoteFields): Promise<PushResult> =>
  push(scene().ctx, { kind: 'update', ref: { id: row().id }, fields }, { marker: 'm2' })
const skippedOf = (result: PushResult): string[] =>
  result.ok ? result.skipped.map(({ field }) => field) : ['not ok']

describe('a create', () => {
  test('writes all it can and says what it cannot', async () => {
    const result = await create({
      title: 'Task',
      description: 'Text',
      status: 'IN_PROGRESS',
      priority: 'LOW',
      assignee: '201',
      due_at: '2026-12-24T10:00:00Z',
      labels: ['a'],
      custom: { pipeline: 'x' },
    })
    assert.deepEqual(skippedOf(result), ['labels', 'custom.pipeline'])
    const { properties } = row()
    assert.equal(properties['hs_task_body'], '<p>Text</p><p>[task-service:m1]</p>')
    assert.deepEqual(
      [properties['hs_task_status'], properties['hs_task_priority'], properties['hs_timestamp']],
      ['IN_PROGRESS', 'LOW', '2026-12-24T10:00:00.000Z'],
    )
  })

  test('without a date gets one, because HubSpot requires it, and reports that', async () => {
    assert.deepEqual(skippedOf(await create({ title: 'Task' })), [])
    assert.deepEqual(skippedOf(await create({ title: 'Task', due_at: null })), ['due_at'])
    assert.ok(Math.abs(Date.parse(row().properties['hs_timestamp'] ?? '') - Date.now()) < 60_000)
  })

  test('may have been done if the response breaks off', async () => {
    for (const fault of ['half body', 'torn json', 'lost answer', { status: 502 }] as const) {
      scene().proxy.next(fault)
      await assert.rejects(create({ title: 'T' }), (error) => {
        assert.ok(isFailure(error, 'transient'))
        return error.facts.maybeDone === true
      })
    }
  })
})

describe('an update', () => {
  test('changes what is named and keeps the mark in the text', async () => {
    await create({ title: 'Task', description: 'Text', priority: 'LOW', assignee: '201' })
    await update({
      description: 'Other **text**',
      status: 'COMPLETED',
      priority: null,
      assignee: null,
    })
    const read = await fetchOne(scene().ctx, { id: row().id })
    assert.ok(!('gone' in read))
    const { due_at: _due, ...fields } = read.fields
    assert.deepEqual(fields, {
      title: 'Task',
      description: 'Other **text**',
      status: 'COMPLETED',
      priority: null,
      assignee: null,
    })
    assert.equal(read.marker, 'm1')
  })

  test('of what cannot be asks nothing of HubSpot', async () => {
    await create({ title: 'Task' })
    const before = scene().controls.listRequests().length
    assert.deepEqual(skippedOf(await update({ due_at: null, labels: [] })), ['due_at', 'labels'])
    assert.equal(scene().controls.listRequests().length, before)
  })

  test('of a task that is gone says so', async () => {
    await create({ title: 'Task' })
    const { id } = row()
    scene().controls.archive({ id })
    for (const fields of [{ title: 'x' }, { description: 'x' }]) {
      const change = { kind: 'update' as const, ref: { id }, fields }
      const result = await push(scene().ctx, change, { marker: 'm3' })
      assert.ok(!result.ok && result.reason === 'gone')
    }
  })
})

test('a comment is refused: tasks in HubSpot have none', async () => {
  const change = { kind: 'comment' as const, ref: { id: '1' }, body: 'x' }
  await assert.rejects(push(scene().ctx, change, { marker: 'm' }), (error) =>
    isFailure(error, 'invalid'),
  )
})

describe('a refusal', () => {
  type Case = {
    status: number
    kind: FailureKind
    headers?: Record<string, string>
    policyName?: string
    ms?: number
  }
  const spent = {
    'x-hubspot-ratelimit-remaining': '0',
    'x-hubspot-ratelimit-interval-milliseconds': '10000',
  }
  const cases: Case[] = [
    { status: 400, kind: 'invalid' },
    { status: 401, kind: 'auth' },
    { status: 403, kind: 'forbidden' },
    { status: 404, kind: 'not_found' },
    { status: 429, kind: 'rate_limited', headers: spent, ms: 10_000 },
    { status: 429, kind: 'rate_limited', headers: { 'retry-after': '3' }, ms: 3_000 },
    { status: 429, kind: 'rate_limited', policyName: 'DAILY', ms: 900_000 },
    { status: 477, kind: 'transient' },
    { status: 500, kind: 'transient' },
    { status: 503, kind: 'transient' },
  ]
  for (const { status, kind, headers = {}, policyName, ms } of cases) {
    test(`${status} ${policyName ?? ''} is ${kind}`, async () => {
      const body = JSON.stringify({ status: 'error', message: 'What HubSpot says', policyName })
      scene().proxy.next({ status, headers, body })
      await assert.rejects(create({ title: 'T' }), (error) => {
        assert.ok(isFailure(error, kind), String(error))
        assert.equal(error.facts.vendorText, 'What HubSpot says')
        assert.equal(error.facts.retryAfterMs, ms)
        return true
      })
    })
  }

  test('names what is wrong with a value', async () => {
    await assert.rejects(create({ title: 'T', status: 'DANCING' }), (error) => {
      assert.ok(isFailure(error, 'invalid'))
      return (error.facts.vendorText ?? '').includes('DANCING')
    })
  })
})
