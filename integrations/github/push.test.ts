// Writing: only the requested fields, nothing dropped silently, and errors that say what to do.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Change, PushResult, RemoteFields } from '@task-service/kit'
import { isFailure } from '@task-service/kit'
import { fetchOne } from './pull.ts'
import { push } from './push.ts'
import { useScene } from './testing/scene.ts'
import { type IssueRow, seed } from './testing/world.ts'

const scene = useScene()

const send = (change: Change, marker = 'm1'): Promise<PushResult> =>
  push(scene().ctx, change, { marker })
const create = (fields: RemoteFields): Promise<PushResult> => send({ kind: 'create', fields })
const update = (fields: RemoteFields): Promise<PushResult> =>
  send({ kind: 'update', ref: { id: '1' }, fields }, 'm2')
const row = (): IssueRow => {
  const found = scene().controls.readAll().issues[0]
  assert.ok(found)
  return found
}
const skippedOf = (result: PushResult): string[] =>
  result.ok ? result.skipped.map(({ field }) => field) : ['not ok']

describe('a create', () => {
  test('writes all it can and says what it cannot', async () => {
    const result = await create({
      title: 'Task',
      description: 'Text',
      status: 'closed:not_planned',
      assignee: 'bob',
      labels: ['one', 'two'],
      due_at: '2026-12-24T00:00:00Z',
      priority: 'high',
      custom: { milestone: 3 },
    })
    assert.deepEqual(skippedOf(result), ['priority', 'due_at', 'custom.milestone'])
    const { title, body, state, state_reason, assignees, labels } = row()
    assert.equal(body, 'Text\n\n<!-- task-service:m1 -->')
    assert.deepEqual(
      [title, state, state_reason, assignees, labels],
      ['Task', 'closed', 'not_planned', ['bob'], ['one', 'two']],
    )
  })

  test('reports assignees and labels that GitHub drops', async () => {
    assert.deepEqual(skippedOf(await create({ title: 'T', assignee: 'unknown' })), ['assignee'])
    const mine = { token: seed.token, login: seed.self, hooks: true } as const
    scene().controls.grant({ ...mine, issues: 'write', push: false })
    const result = await create({ title: 'T', assignee: 'bob', labels: ['x'] })
    assert.deepEqual(skippedOf(result), ['assignee', 'labels'])
  })

  test('may have been done if the response breaks off', async () => {
    const { proxy } = scene()
    for (const fault of ['half body', 'torn json', 'lost answer', { status: 502 }] as const) {
      proxy.next(fault)
      await assert.rejects(create({ title: 'T' }), (error) => {
        assert.ok(isFailure(error, 'transient'))
        return error.facts.maybeDone === true
      })
    }
  })
})

describe('an update', () => {
  test('changes what is named and keeps the mark in the text', async () => {
    await create({ title: 'Task', description: 'Text', labels: ['a'] })
    await update({ description: 'Other text' })
    assert.equal(row().body, 'Other text\n\n<!-- task-service:m1 -->')
    await update({ title: 'Other', labels: [], assignee: 'alice' })
    await update({ assignee: null })
    const { title, labels, assignees, body } = row()
    assert.deepEqual([title, labels, assignees], ['Other', [], []])
    assert.match(body ?? '', /^Other text\n/)
    const read = await fetchOne(scene().ctx, { id: '1' })
    assert.ok(!('gone' in read))
    assert.deepEqual([read.fields.description, read.marker], ['Other text', 'm1'])
  })

  test('closes, reopens, and closes for another reason', async () => {
    await create({ title: 'Task' })
    for (const status of ['closed:completed', 'closed:not_planned', 'open', 'closed:duplicate']) {
      assert.deepEqual(skippedOf(await update({ status })), [])
      const read = await fetchOne(scene().ctx, { id: '1' })
      assert.ok(!('gone' in read))
      assert.equal(read.fields.status, status)
    }
  })

  test('of fields that an issue lacks asks nothing of GitHub', async () => {
    await create({ title: 'Task' })
    const before = scene().controls.listRequests().length
    assert.deepEqual(skippedOf(await update({ due_at: null })), ['due_at'])
    assert.equal(scene().controls.listRequests().length, before)
  })

  test('of an issue that is gone says so', async () => {
    await create({ title: 'Task' })
    scene().controls.deleteIssue({ number: 1 })
    for (const fields of [{ title: 'x' }, { description: 'x' }]) {
      const result = await update(fields)
      assert.ok(!result.ok && result.reason === 'gone')
    }
    const comment = await send({ kind: 'comment', ref: { id: '1' }, body: 'x' })
    assert.ok(!comment.ok && comment.reason === 'gone')
  })
})

test('a comment carries its mark and comes back without it', async () => {
  await create({ title: 'Task' })
  const result = await send({ kind: 'comment', ref: { id: '1' }, body: 'Said **here**' }, 'c1')
  const read = await fetchOne(scene().ctx, { id: '1' })
  assert.ok(result.ok && !('gone' in read))
  assert.deepEqual(
    read.comments?.map(({ id, body, marker, author }) => [id, body, marker, author.id]),
    [[result.commentId, 'Said **here**', 'c1', seed.self]],
  )
})

describe('a refusal', () => {
  const refusals = [
    { status: 401, kind: 'auth' },
    { status: 403, kind: 'forbidden' },
    { status: 403, kind: 'rate_limited', headers: { 'retry-after': '7' }, ms: 7_000 },
    { status: 429, kind: 'rate_limited', headers: { 'retry-after': '9' }, ms: 9_000 },
    { status: 429, kind: 'rate_limited', ms: 60_000 },
    {
      status: 403,
      kind: 'rate_limited',
      text: 'You have exceeded a secondary rate limit',
      ms: 60_000,
    },
    { status: 422, kind: 'invalid' },
    { status: 500, kind: 'transient' },
    { status: 503, kind: 'transient' },
    { status: 307, kind: 'not_found' },
    { status: 418, kind: 'protocol' },
  ] as const
  for (const refusal of refusals) {
    const { status, kind } = refusal
    const message = 'text' in refusal ? refusal.text : 'What GitHub says'
    test(`${status} with ${JSON.stringify({ ...refusal, status: undefined })}`, async () => {
      const headers = 'headers' in refusal ? refusal.headers : {}
      const body = JSON.stringify({ message, errors: [{ field: 'title', code: 'invalid' }] })
      scene().proxy.next({ status, headers, body })
      await assert.rejects(create({ title: 'T' }), (error) => {
        assert.ok(isFailure(error, kind), String(error))
        assert.equal(error.facts.vendorText, `${message}; title invalid`)
        if ('ms' in refusal) assert.equal(error.facts.retryAfterMs, refusal.ms)
        return true
      })
    })
  }

  test('403 with a spent budget waits until it is refilled', async () => {
    scene().controls.setLimits({ remaining: 0, resetInSeconds: 120 })
    await assert.rejects(create({ title: 'T' }), (error) => {
      assert.ok(isFailure(error, 'rate_limited'))
      const { retryAfterMs = 0 } = error.facts
      return retryAfterMs > 60_000 && retryAfterMs <= 120_000
    })
  })
})
