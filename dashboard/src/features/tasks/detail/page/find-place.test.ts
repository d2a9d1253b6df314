// Where a task is in the lists that are loaded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '@task-service/contract'
import { findPlace } from './find-place.ts'

const task = (id: string) => ({ id }) as Task // only what is read
const page = (ids: string[], next: string | null = null) => ({
  data: ids.map(task),
  next_cursor: next,
})
const list = (...pages: ReturnType<typeof page>[]) => ({
  pages,
  pageParams: pages.map(() => undefined),
})

test('the first list that has the task tells its place and the tasks beside it', () => {
  const place = findPlace([list(page(['x'])), list(page(['a', 'b'], 'more'), page(['c']))], 'b')
  assert.deepEqual(
    [place?.at, place?.of, place?.isWhole, place?.previous?.id, place?.next?.id],
    [2, 3, true, 'a', 'c'],
  )
})

test('a list that is not loaded to its end says so', () => {
  const place = findPlace([list(page(['a', 'b'], 'more'))], 'a')
  assert.deepEqual([place?.isWhole, place?.previous], [false, undefined])
  assert.equal(findPlace([list(page(['a']))], 'z'), undefined)
})
