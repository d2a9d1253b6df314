// A change that follows from another one is not described again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Activity } from '@task-service/contract'
import { describeAction } from './describe-action.ts'
import type { Words } from './describe-change.ts'

const words = ((key: string) => key) as unknown as Words // the keys are enough to see what is described

const describe = (changes: Activity['changes']) =>
  describeAction({ action: 'task.changed', changes } as Activity, words, 'en', []) // nothing else is read

test('the time of completion is not described next to the status', () => {
  const status = { field: 'status', from: 'in_progress', to: 'completed' }
  const time = { field: 'completed_at', from: null, to: '2026-11-19T17:05:00Z' }
  assert.equal(describe([status, time]), 'task:did.moved')
})

test('control: any other field is', () => {
  const status = { field: 'status', from: 'in_progress', to: 'completed' }
  const result = { field: 'result', from: null, to: 'sent' }
  assert.equal(describe([status, result]), 'task:did.moved, task:did.changed')
})
