// How a query becomes SQL: every value a parameter, every sort continued by the id, every list with a name for its cursors.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TASK_SORTS, type TaskListQuery } from '@task-service/contract'
import { testApi } from '../../../../../tests/harness/test-api.ts'
import { afterPosition, conditionsOf, orderBy, parseSort, positionOf, scopeOf } from './listing.ts'

const tenantId = '019301a2-b3c4-7d5e-8f90-000000000000'

async function conditions(query: TaskListQuery, parentId?: string) {
  const { db } = await testApi()
  return db.tenantRead(tenantId, async (tx) => conditionsOf(tx, query, parentId))
}

/** As `pg` would send it. */
const place = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

describe('a sort', () => {
  test('is newest first unless said otherwise', () => {
    assert.deepEqual(parseSort(undefined), { name: 'created_at', descending: true })
    assert.deepEqual(parseSort('due_at'), { name: 'due_at', descending: false })
    assert.deepEqual(parseSort('-priority'), { name: 'priority', descending: true })
  })

  test('ends with the id, in one direction throughout, so that a row comparison continues it', () => {
    const order = TASK_SORTS.map((name) => place(orderBy({ name, descending: true }).text))
    assert.deepEqual(order, [
      't.id desc',
      't.updated_at desc,t.id desc',
      't.priority desc,t.id desc',
      `(case when t.due_at is null then 'infinity'::timestamptz else t.due_at end) desc,t.id desc`,
    ])
    assert.equal(
      place(orderBy({ name: 'priority', descending: false }).text),
      't.priority asc,t.id asc',
    )
  })

  test('continues after the last row', () => {
    const up = afterPosition({ name: 'priority', descending: false }, [2, 'some-id'])
    assert.equal(place(up.text), '(t.priority,t.id) > ($1::smallint,$2::uuid)')
    assert.deepEqual(up.values, [2, 'some-id'])
    const down = afterPosition({ name: 'created_at', descending: true }, ['some-id'])
    assert.equal(place(down.text), '(t.id) < ($1::uuid)')
  })

  test('stands at infinity for a task that is never due', () => {
    const uuid = '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f6'
    const id = `tsk_${uuid.replaceAll('-', '')}`
    const updated = '1970-01-01T00:00:00.005Z'
    const doc = JSON.stringify({ id, due_at: null, updated_at: updated, priority: 'low' })
    const at = (name: (typeof TASK_SORTS)[number]) => positionOf({ name, descending: false }, doc)
    assert.deepEqual(at('due_at'), ['infinity', uuid])
    assert.deepEqual(at('updated_at'), [updated, uuid])
    assert.deepEqual(at('priority'), [4, uuid])
    assert.deepEqual(at('created_at'), [uuid])
  })
})

describe('filters', () => {
  test('are none when nothing is asked', async () => {
    assert.deepEqual(await conditions({}), [])
    assert.deepEqual(await conditions({ limit: 5, cursor: 'x', sort: 'due_at' }), [])
  })

  test('are one condition each, one for each label', async () => {
    const moment = '2026-01-01T00:00:00Z'
    const all: TaskListQuery = {
      status: ['ready', 'triage'],
      priority: ['low'],
      queue: 'q',
      label: ['a', 'b'],
      assignee: 'a',
      unassigned: false,
      delegate: 'd',
      delegated: true,
      has_source: false,
      integration: 'none',
      confirmation: 'pending',
      parent: 'T-1',
      source: 's',
      created_since: moment,
      created_before: moment,
      updated_since: moment,
      updated_before: moment,
      due_since: moment,
      due_before: moment,
    }
    assert.equal((await conditions(all, 'parent-uuid')).length, 20)
    for (const [name, value] of Object.entries(all)) {
      if (name === 'parent') continue
      const count = name === 'label' ? 2 : 1
      assert.equal((await conditions({ [name]: value })).length, count, name)
    }
  })

  test('send every value as a parameter', async () => {
    const hostile = `'; drop table tasks; --`
    const query = {
      queue: hostile,
      label: [hostile],
      assignee: hostile,
      source: hostile,
    }
    for (const condition of await conditions(query, hostile)) {
      assert.ok(!condition.text.includes('drop'), condition.text)
      assert.ok(condition.values.includes(hostile))
    }
  })

  test('carry the application’s own tenant filter into the labels', async () => {
    const linked = [
      ...(await conditions({ label: ['a'] })),
      ...(await conditions({ integration: `int_${'0'.repeat(32)}` })),
      ...(await conditions({ confirmation: 'confirmed' })),
    ]
    for (const { text, values } of linked) {
      assert.match(text, /l\.tenant_id = /)
      assert.ok(values.includes(tenantId))
    }
  })

  test('turn times of creation into ids', async () => {
    const [since] = await conditions({ created_since: '2026-01-01T00:00:00Z' })
    assert.deepEqual(since?.values, ['019b76da-a800-0000-0000-000000000000'])
  })
})

describe('the name of a list', () => {
  test('is the same for every page and any order of parameters', () => {
    const name = scopeOf({ queue: 'q', status: ['ready'], limit: 5, cursor: 'x' })
    assert.equal(scopeOf({ status: ['ready'], limit: 9, queue: 'q' }), name)
  })

  test('differs with every filter and sort', () => {
    const queries: TaskListQuery[] = [
      {},
      { queue: 'a' },
      { queue: 'b' },
      { source: 'a' },
      { status: ['ready'] },
      { status: ['ready', 'triage'] },
      { label: ['a', 'b'] },
      { label: ['a,b'] },
      { sort: 'due_at' },
      { sort: '-due_at' },
    ]
    assert.equal(new Set(queries.map(scopeOf)).size, queries.length)
  })
})
