import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../../tests/operate/until.ts'
import { createTimeShare } from './time-share.ts'

/** A clock that only `spend` advances. */
function createClock() {
  let time = 0
  const spend = (ms: number) => void (time += ms)
  return { now: () => time, spend }
}

test('an owner that used much time waits, other owners do not', async () => {
  const done: string[] = []
  const share = createTimeShare(0.25)
  const spend = (name: string, ms: number) => () => {
    for (const end = performance.now() + ms; performance.now() < end; );
    done.push(name)
  }
  const startedAt = performance.now()
  for (const name of ['a1', 'a2', 'a3']) share.run('a', spend(name, 20))
  share.run('b', spend('b1', 1))
  assert.deepEqual(done, ['a1', 'b1'])
  await until('all is done', () => done.length === 4)
  assert.deepEqual(done, ['a1', 'b1', 'a2', 'a3'], 'in submission order')
  assert.ok(performance.now() - startedAt >= 2 * (20 / 0.25), 'a quarter of the time')
})

test('an owner whose wait is over starts immediately again', async () => {
  const { now, spend } = createClock()
  const share = createTimeShare(0.5, now)
  let count = 0
  const work = () => {
    count++
    spend(5)
  }
  share.run('a', work)
  share.run('a', work)
  assert.equal(count, 1)
  spend(100)
  await until('the second is done', () => count === 2)
  spend(100)
  await until('the next one is done at once', () => {
    const before = count
    share.run('a', work)
    return count > before
  })
})

const fail = () => {
  throw new Error('broken')
}

test('work that fails does not stop the work queued behind it', async () => {
  const share = createTimeShare(0.5)
  let isDone = false
  assert.throws(() => share.run('a', fail), /broken/)
  share.run('a', () => void (isDone = true))
  await until('the next one is done', () => isDone)
})

test('queued work can be canceled, finished work cannot', async () => {
  const done: string[] = []
  const share = createTimeShare(0.5)
  const cancelFirst = share.run('a', () => void done.push('first'))
  const cancelSecond = share.run('a', () => void done.push('second'))
  share.run('a', () => void done.push('third'))
  assert.equal(cancelFirst(), false)
  assert.equal(cancelSecond(), true)
  assert.equal(cancelSecond(), false)
  await until('the rest is done', () => done.length === 2)
  assert.deepEqual(done, ['first', 'third'])
})
