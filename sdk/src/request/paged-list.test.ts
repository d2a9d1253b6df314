// Lists over pages: which pages are requested, and when.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PagedList } from './paged-list.ts'
import type { Page } from './transport.ts'

function listOf(pages: readonly Page<number>[]) {
  const asked: (string | undefined)[] = []
  const list = new PagedList<number>(async (cursor) => {
    asked.push(cursor)
    const page = pages[cursor === undefined ? 0 : Number(cursor)]
    assert.ok(page)
    return page
  })
  return { list, asked }
}

const three: Page<number>[] = [
  { data: [1, 2], next_cursor: '1' },
  { data: [], next_cursor: '2' },
  { data: [3], next_cursor: null },
]

test('all items come once, and an empty page is not the end', async () => {
  const { list, asked } = listOf(three)
  assert.deepEqual(asked, [], 'nothing is requested before it is used')
  assert.deepEqual(await list.toArray(), [1, 2, 3])
  assert.deepEqual(asked, [undefined, '1', '2'])
})

test('a page is requested when the one before it was consumed', async () => {
  const { list, asked } = listOf(three)
  for await (const item of list) if (item === 2) break
  assert.deepEqual(asked, [undefined])
  assert.deepEqual(await list.toArray({ limit: 2 }), [1, 2])
  assert.deepEqual(await list.toArray({ limit: 0 }), [])
  assert.deepEqual(asked, [undefined, undefined])
})

test('awaited, it is the first page', async () => {
  const { list, asked } = listOf(three)
  assert.deepEqual([await list, await list], [three[0], three[0]])
  assert.deepEqual(asked, [undefined])
})

test('events end where there are no more now, although there is always a cursor', async () => {
  const { list } = listOf([
    { data: [1], next_cursor: '1', has_more: true },
    { data: [2], next_cursor: '2', has_more: false },
  ])
  assert.deepEqual(await list.toArray(), [1, 2])
})

test('a server that repeats a page does not keep the list going', async () => {
  const { list } = listOf([
    { data: [1], next_cursor: '1' },
    { data: [1], next_cursor: '1' },
  ])
  await assert.rejects(list.toArray(), /same page twice/)
})
