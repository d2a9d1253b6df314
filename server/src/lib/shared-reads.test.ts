import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSharedReads } from './shared-reads.ts'

/** A source that answers when the test releases it, each time with the next number. */
function heldSource() {
  const waiting: (() => void)[] = []
  let asked = 0
  return {
    asked: () => asked,
    ask: () => {
      const number = ++asked
      return new Promise<number>((resolve) => waiting.push(() => resolve(number)))
    },
    async answer() {
      waiting.shift()?.()
      await new Promise((resume) => setImmediate(resume))
    },
  }
}

test('callers that arrive while a read is in flight share the next one', async () => {
  const source = heldSource()
  const read = createSharedReads<number>()
  const first = read('q', source.ask)
  const late = [read('q', source.ask), read('q', source.ask), read('q', source.ask)]
  assert.equal(source.asked(), 1)
  await source.answer()
  assert.equal(await first, 1)
  assert.equal(source.asked(), 2)
  const latest = read('q', source.ask)
  await source.answer()
  assert.deepEqual(await Promise.all(late), [2, 2, 2])
  await source.answer()
  assert.equal(await latest, 3)
})

test('different reads do not wait, and a completed read is repeated for the next caller', async () => {
  const source = heldSource()
  const read = createSharedReads<number>()
  const [one, other] = [read('one', source.ask), read('other', source.ask)]
  await source.answer()
  await source.answer()
  assert.deepEqual(await Promise.all([one, other]), [1, 2])
  const again = read('one', source.ask)
  await source.answer()
  assert.equal(await again, 3)
})

const fail = () => Promise.reject(new Error('no connection'))

test('a failure rejects the calls that share the read and is not cached', async () => {
  const read = createSharedReads<number>()
  const first = read('q', fail)
  const late = [read('q', fail), read('q', fail)]
  await assert.rejects(first, /no connection/)
  for (const one of late) await assert.rejects(one, /no connection/)
  assert.equal(await read('q', async () => 1), 1)
})
