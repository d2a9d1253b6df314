// Every final state of a job maps to a failure of the right kind, or to none.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EDGE_PROBLEMS, type EdgeJob, type EdgeProblem } from '@task-service/contract'
import { failureOf, isSourceChanged } from './edge-outcome.ts'

const job = (more: Partial<EdgeJob>): EdgeJob =>
  ({ state: 'done', problem: null, ...more }) as EdgeJob // the only fields used

const failed = (code: EdgeProblem['code'], databaseCode?: string) =>
  job({
    state: 'failed',
    problem: { code, message: 'Said.', ...(databaseCode && { database_code: databaseCode }) },
  })

test('a completed job is not a failure, nor is a changed source row', () => {
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

test('a deadlock can be retried, a rejected statement cannot', () => {
  assert.equal(failureOf(failed('database_refused', '40P01'), 'online')?.kind, 'transient')
  assert.equal(failureOf(failed('database_refused', '42501'), 'online')?.kind, 'invalid')
})

test('without a final state, the failure depends on the state of the connector', () => {
  assert.equal(failureOf(job({ state: 'waiting' }), 'silent')?.kind, 'unreachable')
  assert.equal(failureOf(job({ state: 'expired' }), 'paused')?.kind, 'unreachable')
  assert.equal(failureOf(job({ state: 'waiting' }), 'online')?.kind, 'transient')
  const running = failureOf(job({ state: 'running' }), 'online')
  assert.deepEqual([running?.kind, running?.facts.maybeDone], ['transient', true])
  const unknown = failureOf(job({ state: 'unknown' }), 'online')
  assert.deepEqual([unknown?.kind, unknown?.facts.maybeDone], ['invalid', true])
})
