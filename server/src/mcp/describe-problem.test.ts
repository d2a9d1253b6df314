// Errors as results of tools: words of the service as they are, anything else labeled.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errors } from '@task-service/contract'
import { bodyError, fieldProblem } from '#lib/messages/field-problem.ts'
import { Problem } from '#lib/problem.ts'
import { describeProblem } from './describe-problem.ts'

const FROM = { source: 'api', author: 'key_1' }
const describe = (problem: Problem) => describeProblem(problem, async () => FROM)

test('an error in words of the service is complete', async () => {
  const problem = new Problem('lease_lost', 'The agent is paused.', {
    details: { reason: 'paused' },
  })
  assert.deepEqual(await describe(problem), {
    error: { code: 'lease_lost', detail: 'The agent is paused.', reason: 'paused' },
    untrusted: [],
  })
  const plain = await describe(new Problem('task_not_found'))
  assert.deepEqual([plain.error.detail, plain.untrusted], [errors.task_not_found.action, []])
})

test('errors of values are labeled, and the detail does not quote them', async () => {
  const faults = [bodyError('/result/evil', 'required', 'is required')]
  const { error, untrusted } = await describe(fieldProblem('result_invalid', faults))
  const { when, action } = errors.result_invalid
  assert.deepEqual(error, { code: 'result_invalid', detail: `${when} ${action}` })
  assert.deepEqual(untrusted, [{ path: '/error/errors', ...FROM, text: JSON.stringify(faults) }])
})

test('the detail of any error that is not known to be in words of the service is labeled', async () => {
  const problem = new Problem('version_mismatch', 'evil', { details: { existing_id: 'tsk_1' } })
  const { error, untrusted } = await describe(problem)
  assert.ok(!error.detail.includes('evil'))
  assert.equal(error.existing_id, 'tsk_1')
  assert.deepEqual(untrusted, [{ path: '/error/detail', ...FROM, text: 'evil' }])
})
