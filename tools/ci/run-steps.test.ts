import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runSteps } from './run-steps.ts'
import type { Attempt, Step, StepResult } from './step.ts'

const step = (name: string, rest: Partial<Step> = {}): Step => ({
  name,
  command: 'true',
  after: [],
  cores: 1,
  exclusive: false,
  budgetSeconds: 10,
  ...rest,
})

const attempt = (ok: boolean): Attempt => ({
  ok,
  seconds: 1,
  cpuSeconds: 1,
  logFile: '/dev/null',
  lastLine: '',
})

/** Runs steps that end when the clock says so, and notes which ran side by side. */
async function play(
  steps: Step[],
  {
    fails = {},
    turns = {},
  }: { fails?: Record<string, number>; turns?: Record<string, number> } = {},
) {
  const active = new Set<string>()
  const together: string[] = []
  const reports: StepResult[] = []
  const results = await runSteps(steps, {
    cores: 2,
    async run({ name }, number) {
      active.add(name)
      together.push([...active].join('+'))
      for (let turn = 0; turn < (turns[name] ?? 1); turn++) await new Promise(setImmediate)
      active.delete(name)
      return attempt(number > (fails[name] ?? 0))
    },
    report: (result) => reports.push(result),
  })
  const outcomes = Object.fromEntries(results.map(({ step: { name }, outcome }) => [name, outcome]))
  return { outcomes, together, reports }
}

describe('the steps of a run', () => {
  it('share the machine up to its cores', async () => {
    const { together } = await play([step('a'), step('b'), step('c')], { turns: { a: 5, b: 5 } })
    assert.deepEqual(together, ['a', 'a+b', 'b+c'])
  })

  it('that mostly wait run more at a time', async () => {
    const light = ['a', 'b', 'c', 'd'].map((name) => step(name, { cores: 0.5 }))
    const { together } = await play(light)
    assert.equal(together.at(-1), 'a+b+c+d')
  })

  it('larger than the machine have their turn alone', async () => {
    const { together } = await play([step('large', { cores: 4 }), step('small')])
    assert.deepEqual(together, ['large', 'small'])
  })

  it('that take the whole machine are not overtaken by smaller ones', async () => {
    const { together } = await play([step('a'), step('whole', { cores: 2 }), step('b')])
    assert.deepEqual(together, ['a', 'whole', 'b'])
  })

  it('with the same mutex run one after the other', async () => {
    const held = { mutex: 'port 8001' }
    const { together } = await play([step('a', held), step('b', held), step('c')], {
      turns: { a: 3, c: 9 },
    })
    assert.deepEqual(together, ['a', 'a+c', 'c+b'])
  })

  it('that measure time run last and alone', async () => {
    const timed = { exclusive: true }
    const { together } = await play([step('x', timed), step('a'), step('y', timed), step('b')])
    assert.deepEqual(together, ['a', 'a+b', 'x', 'y'])
  })

  it('wait for what they need', async () => {
    const { together } = await play([step('late', { after: ['early'] }), step('early')])
    assert.deepEqual(together, ['early', 'late'])
  })

  it('that fail are repeated alone: one that passes then is flaky, not passed', async () => {
    const { outcomes, together } = await play([step('a'), step('b'), step('c')], {
      fails: { a: 1, b: 2 },
    })
    assert.deepEqual(outcomes, { a: 'flaky', b: 'failed', c: 'ok' })
    assert.deepEqual(together.slice(-2), ['a', 'b'])
  })

  it('are skipped where the machine lacks what they need, which is no failure', async () => {
    const engine = step('engine', { optional: true })
    const { outcomes } = await play([engine, step('a', { after: ['engine'] })], {
      fails: { engine: 1 },
    })
    assert.deepEqual(outcomes, { engine: 'missing', a: 'skipped' })
  })

  it('that wait for each other are named', async () => {
    const circle = [step('a', { after: ['b'] }), step('b', { after: ['a'] })]
    await assert.rejects(play(circle), /circular dependency between steps: a, b/)
  })
})
