import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listen, ring } from './bell.ts'

test('everybody who listens hears what it is about, until they stop', () => {
  const heard: string[] = []
  const first = listen('a', () => heard.push('first'))
  const second = listen('a', () => heard.push('second'))
  ring('a')
  ring('b')
  first()
  ring('a')
  second()
  ring('a')
  assert.deepEqual(heard, ['first', 'second', 'second'])
})
