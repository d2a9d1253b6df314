// What a conflict shows of a row, and that a decision about it belongs to the version that was shown.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decisionAbout, SOURCE_ROW, sourceRow, takeDecision } from './source-row.ts'

const context = [{ kind: 'row', id: '7', title: '7', facts: [{ name: 'title', value: 'Before' }] }]

test('a row has its version and its facts', () => {
  assert.deepEqual(sourceRow('3', context), {
    version: '3',
    facts: [{ name: 'title', value: 'Before' }],
  })
  assert.deepEqual(sourceRow(null, null), { version: '', facts: [] })
})

test('a decision is taken out once, with the version that was shown', () => {
  const status = { remote: 'open', local: 'ready' }
  const decision = decisionAbout(sourceRow('3', context), 'service')
  assert.deepEqual(takeDecision({ status, [SOURCE_ROW]: decision }), {
    decision: { remote: '3', local: null, prefer: 'service' },
    shadow: { status },
  })
  assert.deepEqual(takeDecision({ status }), { decision: undefined, shadow: { status } })
})
