// What was opened last: newest first, each once, and never more than fits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Recent } from './palette-item.ts'
import { readRecent, rememberRecent } from './recent.ts'

function memory(initial: Record<string, string> = {}) {
  const values = new Map(Object.entries(initial))
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}

const task = (number: number, label = `Task ${number}`): Recent => ({
  kind: 'task',
  label,
  path: `/tasks/T-${number}`,
})

test('newest first, each once, at most eight', () => {
  const store = memory()
  for (let number = 1; number <= 10; number++) rememberRecent('ada', task(number), store)
  rememberRecent('ada', task(5, 'Renamed'), store)
  const labels = readRecent('ada', store).map(({ label }) => label)
  assert.deepEqual(labels.slice(0, 2), ['Renamed', 'Task 10'])
  assert.equal(labels.length, 8)
  assert.equal(labels.filter((label) => label.includes('5')).length, 0)
})

test('each user has their own', () => {
  const store = memory()
  rememberRecent('ada', task(1), store)
  assert.deepEqual(readRecent('bob', store), [])
})

test('what is stored wrongly is left out', () => {
  const wrong = [{ kind: 'task', label: 'x', path: '//evil.example' }, { kind: 'x' }, 7, task(1)]
  const store = memory({ 'task-service.recent.ada': JSON.stringify(wrong) })
  assert.deepEqual(readRecent('ada', store), [task(1)])
  assert.deepEqual(readRecent('ada', memory({ 'task-service.recent.ada': '{' })), [])
})

test('a storage that is full breaks nothing', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('quota')
    },
  }
  rememberRecent('ada', task(1), full)
})
