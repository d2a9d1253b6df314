import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeError, readable } from './log.ts'

test('an error is described by what it is, never by the row it failed on', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint'), {
    code: '23505',
    constraint: 'tasks_reference',
    detail: 'Key (source, external_id)=(canary, canary) already exists.',
    where: 'canary',
    parameters: ['canary'],
  })
  const described = describeError(new Error('request failed', { cause }))
  assert.ok(typeof described === 'object')
  assert.equal(described.message, 'request failed')
  const { code, constraint } = described['cause'] as Record<string, unknown>
  assert.deepEqual([code, constraint], ['23505', 'tasks_reference'])
  assert.ok(!JSON.stringify(described).includes('canary'))
})

test('a thrown value that is not an error is still logged', () => {
  assert.equal(describeError('out of paper'), 'out of paper')
  assert.equal(describeError(undefined), 'undefined')
})

test('a readable line has the time, the level, the message and the fields', () => {
  const line = {
    level: 30,
    time: '2026-11-15T09:30:00.000Z',
    msg: 'request',
    status: 200,
    route: 'a b',
  }
  assert.equal(readable(JSON.stringify(line)), '09:30:00 info  request status=200 route="a b"\n')
  const failed = {
    level: 50,
    time: line.time,
    msg: 'failed',
    err: { message: 'm', stack: 'Error: m\n  at x' },
  }
  assert.equal(readable(JSON.stringify(failed)), '09:30:00 error failed err=\nError: m\n  at x\n')
})
