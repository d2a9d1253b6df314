// The steps of a connection, as people see them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '@task-service/kit'
import { failureStages, isFine, networkStages, reportStages, toCheck } from './stages.ts'

const step = (stage: 'dns' | 'tcp' | 'tls', durationMs = 5) => ({
  stage,
  durationMs,
  failure: null,
})
const broken = {
  outcome: 'failure' as const,
  code: 'tls_failed' as const,
  detail: 'The TLS certificate of b.example has expired.',
  remedy: 'Renew it.',
  address: null,
  sent: false,
  status: null,
}
const words = (stages: { stage: string; state: string }[]) =>
  stages.map(({ stage, state }) => `${stage} ${state}`).join(', ')

test('of several hosts the one that fails is shown', () => {
  const stages = networkStages([
    { host: 'a.example', steps: [step('dns'), step('tcp'), step('tls')] },
    { host: 'b.example', steps: [step('dns'), step('tcp'), { ...step('tls'), failure: broken }] },
  ])
  assert.equal(words(stages), 'dns ok, tcp ok, tls failed')
  assert.deepEqual(
    [stages[2]?.detail, stages[2]?.fix],
    ['The TLS certificate of b.example has expired.', 'Renew it.'],
  )
})

test('plain http is a warning, a step that was not reached is none', () => {
  const plain = networkStages([
    { host: 'http://a.example:3000', steps: [step('dns'), step('tcp')] },
  ])
  assert.equal(words(plain), 'dns ok, tcp ok, tls warning')
  const early = networkStages([{ host: 'a.example', steps: [{ ...step('dns'), failure: broken }] }])
  assert.equal(words(early), 'dns failed, tcp skipped, tls skipped')
})

test('rights that are missing fail, nothing to be found warns', () => {
  const report = { self: { id: '1', name: 'Ada' }, missingScopes: [], warnings: [], sample: null }
  assert.equal(words(reportStages(report, 3)), 'auth ok, scope ok, sample warning')
  const { sample: _, ...unknown } = report
  const stages = reportStages({ ...unknown, missingScopes: ['issues:write'] }, 3)
  assert.equal(words(stages), 'auth ok, scope failed, sample skipped')
  assert.equal(isFine(stages), false)
})

const at = (kind: 'auth' | 'forbidden' | 'not_found' | 'transient') =>
  words(failureStages(new Failure(kind, 'no', { vendorText: 'Bad credentials' }), 3))

test('a failure stands at its step, with the words of the vendor', () => {
  assert.equal(at('auth'), 'auth failed, scope skipped, sample skipped')
  assert.equal(at('forbidden'), 'auth ok, scope failed, sample skipped')
  assert.equal(at('not_found'), 'auth ok, scope ok, sample failed')
  assert.equal(at('transient'), 'auth failed, scope skipped, sample skipped')
  const [first] = failureStages(new Failure('auth', 'no', { vendorText: 'Bad credentials' }), 3)
  assert.deepEqual([first?.vendor_text, first?.duration_ms], ['Bad credentials', 3])
  const check = toCheck([], { report: undefined, hosts: ['a.example'], now: new Date(0) })
  assert.equal(check.self, null)
})
