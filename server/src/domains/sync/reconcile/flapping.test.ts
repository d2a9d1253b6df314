import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFlapping, type Move } from './flapping.ts'

const turns = (count: number, field = 'title'): Move[] =>
  Array.from({ length: count + 1 }, (_, i) => ({
    direction: i % 2 === 0 ? 'in' : 'out',
    fields: [field],
  }))

test('six turns are a conversation, seven are not', () => {
  assert.equal(findFlapping(turns(6)), undefined)
  assert.equal(findFlapping(turns(7)), 'title')
})

test('many changes in one direction are none, and neither are those of different fields', () => {
  const oneWay = Array.from({ length: 20 }, () => ({ direction: 'out', fields: ['title'] }))
  assert.equal(findFlapping(oneWay), undefined)
  assert.equal(findFlapping([...turns(5, 'title'), ...turns(5, 'status')]), undefined)
})

test('resuming a link restarts the count', () => {
  assert.equal(
    findFlapping([...turns(7), { direction: 'note', fields: [] }, ...turns(3)]),
    undefined,
  )
})
