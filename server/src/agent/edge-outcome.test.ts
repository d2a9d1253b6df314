// Every end that a job can have is a failure of the right kind, or none.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EDGE_PROBLEMS, type EdgeJob, type EdgeProblem } from '@task-service/contract'
import { failureOf, isSourceChanged } from './edge-outcome.ts'

const job = (more: Partial<EdgeJob>): EdgeJob =>
  ({ state: 'done', problem: null, ...more }) as EdgeJob // all that is looked at

const failed = (code: EdgeProblem['code'], databaseCode?: string) =>
  job({
    state: 'failed',
    problem: { code, message: 'Said.', ...(databaseCode && { database_code: databaseCode }) },
  })

test('what was done is no failure, nor is a row that changed', () => {
  assert.equal(failureOf(job({}), 'online'), undefined)
  assert.equal(failureOf(failed('source_changed'), 'online'), undefined)
  assert.ok(isSourceChanged(failed('source_changed')))
})

test('every problem has a kind', () => {
  for (const code of EDGE_PROBLEMS.filter((one) => one !== 'source_changed')) {
    const failure = failureOf(failed(code), 'online')
    assert.ok(failure, code)
    assert.equal(failure.message, 'Said.')
  }
  assert.equal(failureOf(failed('unknown_statement'), 'online')?.kind, 'not_found')
  assert.equal(failureOf(failed('database_unreachable'), 'online')?.kind, 'unreachable')
})

test('a deadlock is worth another try, what the database forbids is not', () => {
  assert.equal(failureOf(failed('database_refused', '40P01'), 'online')?.kind, 'transient')
  assert.equal(failureOf(failed('database_refused', '42501'), 'online')?.kind, 'invalid')
})

test('without an end it depends on who did not answer', () => {
  assert.equal(failureOf(job({ state: 'waiting' }), 'silent')?.kind, 'unreachable')
  assert.equal(failureOf(job({ state: 'expired' }), 'paused')?.kind, 'unreachable')
  assert.equal(failureOf(job({ state: 'waiting' }), 'online')?.kind, 'transient')
  const running = failureOf(job({ state: 'running' }), 'online')
  assert.deepEqual([running?.kind, running?.facts.maybeDone], ['transient', true])
  const unknown = failureOf(job({ state: 'unknown' }), 'online')
  assert.deepEqual([unknown?.kind, unknown?.facts.maybeDone], ['invalid', true])
})
