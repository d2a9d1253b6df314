import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assignTasks, type Candidate } from './assign.ts'

const candidates = (lane: number, ...turns: number[]): Candidate[] =>
  turns.map((turn) => ({ lane, turn, taskId: `${lane}-${turn}` }))

const turnsOf = (taken: Candidate[][]) => taken.map((tasks) => tasks.map(({ turn }) => turn))

test('claimers of one lane take turns, and no one gets a task twice', () => {
  const taken = assignTasks(
    [
      { lanes: [0], max: 3 },
      { lanes: [0], max: 1 },
      { lanes: [0], max: 2 },
    ],
    candidates(0, 1, 2, 3, 4, 5),
  )
  assert.deepEqual(turnsOf(taken), [[1, 4], [2], [3, 5]])
})

test('a claimer of several lanes gets the lowest turn of all', () => {
  const taken = assignTasks(
    [{ lanes: [0, 1], max: 4 }],
    [...candidates(0, 1, 4), ...candidates(1, 2, 3, 9)],
  )
  assert.deepEqual(turnsOf(taken), [[1, 2, 3, 4]])
})

test('a task of an agent is left to that agent', () => {
  const taken = assignTasks(
    [
      { lanes: [0], max: 2 },
      { lanes: [0, 1], max: 2 },
    ],
    [...candidates(0, 5), ...candidates(1, 1)],
  )
  assert.deepEqual(turnsOf(taken), [[5], [1]])
})

test('who may take nothing gets nothing, and equal turns go by task', () => {
  const equal = [
    { lane: 0, turn: 1, taskId: 'b' },
    { lane: 1, turn: 1, taskId: 'a' },
  ]
  const taken = assignTasks(
    [
      { lanes: [0, 1], max: 0 },
      { lanes: [0, 1], max: 1 },
    ],
    equal,
  )
  assert.deepEqual(
    taken.map((tasks) => tasks.map(({ taskId }) => taskId)),
    [[], ['a']],
  )
})
