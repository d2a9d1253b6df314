import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Attempt, Outcome } from './step.ts'
import type { TestResults } from './suite-results.ts'
import { type Judged, tallyUp } from './tally.ts'

const attempt = (lastLine: string, ok = true): Attempt => ({
  ok,
  seconds: 1,
  cpuSeconds: 1,
  logFile: '/dev/null',
  lastLine,
})

function judged(
  name: string,
  outcome: Outcome,
  attempts: Attempt[],
  tests: (TestResults | undefined)[] = [],
): Judged {
  const step = { name, command: '', after: [], cores: 1, exclusive: false, budgetSeconds: 1 }
  return { step, outcome, attempts, tests }
}

const results = (...names: string[]): TestResults => ({
  files: [],
  failures: names.map((name) => ({ file: 'a.test.ts', name, message: `${name} broke` })),
})

describe('the tally of a run', () => {
  it('counts each step, and the tests of steps that run tests', () => {
    const { passed, failed } = tallyUp([
      judged('check', 'ok', [attempt('fine')]),
      judged('test', 'ok', [attempt('120 passed, 0 failed')]),
    ])
    assert.equal(passed, 122)
    assert.deepEqual(failed, [])
  })

  it('reports a test that passes the second time as a flake and not as a pass', () => {
    const attempts = [attempt('119 passed, 1 failed', false), attempt('4 passed, 0 failed')]
    const { passed, flakes, failed } = tallyUp([
      judged('test', 'flaky', attempts, [results('wakes'), results()]),
    ])
    assert.equal(passed, 119)
    assert.deepEqual(flakes, [{ name: 'a.test.ts › wakes', message: 'wakes broke' }])
    assert.deepEqual(failed, [])
  })

  it('distinguishes flakes from failures in one step', () => {
    const attempts = [attempt('8 passed, 2 failed', false), attempt('3 passed, 1 failed', false)]
    const { flakes, failed } = tallyUp([
      judged('test', 'failed', attempts, [results('wakes', 'sleeps'), results('sleeps')]),
    ])
    assert.deepEqual(
      [flakes, failed].map((some) => some.map(({ name }) => name)),
      [['a.test.ts › wakes'], ['a.test.ts › sleeps']],
    )
  })

  it('names a program that fails with its last line', () => {
    const line = 'plans: 3 faults FALLS SHORT'
    const { failed } = tallyUp([judged('prove plans', 'failed', [attempt(line, false)])])
    assert.deepEqual(failed, [{ name: 'prove plans', message: line }])
  })

  it('counts a run of tests that broke before its first test as a failure', () => {
    const broken = [attempt('Error: no server', false), attempt('Error: no server', false)]
    const { failed, passed } = tallyUp([judged('test', 'failed', broken, [undefined, undefined])])
    assert.equal(passed, 0)
    assert.deepEqual(failed, [{ name: 'test', message: 'Error: no server' }])
  })
})
