// A search in a large tenant walks the list before it asks the index of words; readers must not be able to tell.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { ApiClient, CallInput } from '../../../../tests/harness/api-client.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

type Query = NonNullable<CallInput['query']>

/** With pages of one task a walk sees 200 rows of a tenant that has had 20,000. */
const TASKS = 260
const LARGE = 20_000

let client: ApiClient

before(async () => {
  client = await newTenant()
  for (let start = 0; start < TASKS; start += 100) {
    const items = Array.from({ length: Math.min(100, TASKS - start) }, (_, index) => {
      const n = start + index
      const words = ['common', ...(n % 7 === 0 ? ['seventh'] : []), ...(n < 3 ? ['oldest'] : [])]
      const due = { due_at: `2027-01-${String(1 + (n % 28)).padStart(2, '0')}T00:00:00Z` }
      return { create: { title: words.join(' '), queue: n % 2 ? 'odd' : 'even', ...due } }
    })
    await client.call('tasks.bulk', { body: { items } })
  }
})

async function numbers(query: Query): Promise<[number[], boolean]> {
  const { body } = await client.call('tasks.list', { query })
  return [body.data.map((task) => task.number), body.next_cursor === null]
}

async function setSize(lastNumber: number): Promise<void> {
  await inspect('update task_counters set last_number = $1 where tenant_id = $2', [
    lastNumber,
    client.tenant.id,
  ])
}

describe('a search in a large tenant', () => {
  const queries: Query[] = [
    { q: 'common' },
    { q: 'common', limit: 1 },
    { q: 'common', limit: 200 },
    { q: 'seventh', limit: 1, sort: 'created_at' },
    { q: 'seventh', queue: 'odd', sort: '-due_at' },
    { q: 'common -seventh', sort: 'updated_at', limit: 3 },
    { q: 'nowhere' },
    { q: 'nowhere', limit: 1 },
    // Behind the end of the walk, so only the index finds them.
    { q: 'oldest', limit: 1 },
    { q: 'oldest', limit: 1, queue: 'odd' },
  ]

  test('finds what a search in a small one finds, in the same order', async () => {
    const small = []
    for (const query of queries) small.push(await numbers(query))
    await setSize(LARGE)
    const large = []
    for (const query of queries) large.push(await numbers(query))
    await setSize(TASKS)
    assert.deepEqual(large, small)
    assert.equal(small[8]?.[0].length, 1, 'the oldest are found')
  })

  test('continues from page to page', async () => {
    await setSize(LARGE)
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const query = { q: 'seventh', limit: 4, ...(cursor && { cursor }) }
      const { body } = await client.call('tasks.list', { query })
      seen.push(...body.data.map((task) => task.number))
      cursor = body.next_cursor ?? undefined
    } while (cursor)
    await setSize(TASKS)
    const expected = Array.from({ length: Math.ceil(TASKS / 7) }, (_, index) => 1 + index * 7)
    assert.deepEqual(seen, expected.toReversed())
  })
})
