// A search in a large tenant walks the list before it asks the index; readers must not be able to tell.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { ApiClient, CallInput } from '../../../../tests/harness/api-client.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

type Query = NonNullable<CallInput['query']>

/** A small tenant is walked to the end; of one that has had more tasks, the first 200 are a sample. */
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
    // Behind the sample, so only the index finds them.
    { q: 'oldest', limit: 1 },
    { q: 'oldest', limit: 1, queue: 'odd' },
    { q: 'ldes', limit: 2 },
    { q: 'oldest -seventh', sort: 'created_at' },
    { q: 'oldest or nowhere or "common seventh"', limit: 200 },
    { q: 'nowhere or -common' },
    { q: '-common or oldest' },
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

  test('finds parts of words, numbers in fields and IDs, and words without their accents', async () => {
    const mixed = await newTenant()
    await mixed.create({ title: 'Water the plants', fields: { reference: 'invoice-4711' } })
    await mixed.create({ title: 'Die Bäume gießen', source: 'erp', external_id: 'invoice-4711-b' })
    await mixed.create({ title: 'Something else' })
    const find = async (q: string) =>
      (await mixed.call('tasks.list', { query: { q, sort: 'created_at' } })).body.data.map(
        ({ number }) => number,
      )
    for (const size of [3, LARGE]) {
      await inspect('update task_counters set last_number = $1 where tenant_id = $2', [
        size,
        mixed.tenant.id,
      ])
      assert.deepEqual(await find('plant'), [1])
      assert.deepEqual(await find('4711'), [1, 2])
      assert.deepEqual(await find('baume'), [2])
      assert.deepEqual(await find('giessen'), [2])
      assert.deepEqual(await find('BÄUM'), [2])
      assert.deepEqual(await find('4712'), [])
    }
  })

  test('counts what it finds', async () => {
    for (const size of [TASKS, LARGE]) {
      await setSize(size)
      for (const q of [
        'ommo',
        'seventh',
        'oldest',
        'oldest -seventh',
        'oldest or seventh',
        '-seventh',
        '***',
      ]) {
        const { body } = await client.call('tasks.counts', { query: { q, queue: 'odd' } })
        const [found] = await numbers({ q, queue: 'odd', limit: 200 })
        assert.equal(body.total, found.length, q)
      }
    }
    await setSize(TASKS)
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
