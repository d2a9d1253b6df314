import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notify, subscribe } from './wakeup.ts'

test('notify wakes every subscriber of its topic until it unsubscribes', () => {
  const woken: string[] = []
  const first = subscribe('a', () => woken.push('first'))
  const second = subscribe('a', () => woken.push('second'))
  notify('a')
  notify('b')
  first()
  notify('a')
  second()
  notify('a')
  assert.deepEqual(woken, ['first', 'second', 'second'])
})
