// Every criterion of the faults proof falls short when its figure is wrong.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isPass } from '../../tools/programs/criteria.ts'
import { type FaultsRun, judge, judgeControl, type Outage } from './judge-faults.ts'

const outage: Outage = {
  kind: 'disk of the data full',
  tookEffect: true,
  apiSeconds: 3,
  workerSeconds: 2,
  reads: 20,
  failedReads: 0,
  responses503: 10,
  slowest503Ms: 4_000,
  contradictions: [],
}
const good: FaultsRun = {
  outages: [outage, { ...outage, kind: 'DNS of the database dead', failedReads: undefined }],
  load: {
    acknowledged: Array.from({ length: 500 }, (_, n) => ({ title: `${n}`, id: `${n}`, at: n })),
    attempts: 700,
    unavailable: 200,
    slowest503Ms: 4_000,
    slowestMs: 4_500,
    faults: [],
    reads: 100,
  },
  stored: { rows: 500, lost: 0, duplicates: 0 },
  undelivered: 0,
  renamed: 0,
  deliveries: 500,
  ended: 0,
}

const missesOf = (run: FaultsRun) =>
  judge(run)
    .criteria.filter(({ met }) => !met)
    .map(({ name }) => name)

const withOutage = (wrong: Partial<Outage>): FaultsRun => ({
  ...good,
  outages: [{ ...outage, ...wrong }],
})

const faulty: Record<string, FaultsRun> = {
  'acknowledged creates': { ...good, load: { ...good.load, acknowledged: [] } },
  'acknowledged writes lost': { ...good, stored: { ...good.stored, lost: 1 } },
  'tasks created twice': { ...good, stored: { ...good.stored, duplicates: 1 } },
  'responses other than 2xx and 503 with Retry-After': {
    ...good,
    load: { ...good.load, faults: ['POST: 500'] },
  },
  'slowest 503': { ...good, load: { ...good.load, slowest503Ms: 5_001 } },
  'slowest response': { ...good, load: { ...good.load, slowestMs: 60_000 } },
  'contradictions while the clock was wrong': withOutage({ contradictions: ['heartbeat: 409'] }),
  'acknowledged tasks without a webhook': { ...good, undelivered: 1 },
  'events delivered under several IDs': { ...good, renamed: 1 },
  'processes that ended by themselves': { ...good, ended: 1 },
  'disk of the data full: took effect': withOutage({ tookEffect: false }),
  'disk of the data full: recovery of the API': withOutage({ apiSeconds: 31 }),
  'disk of the data full: recovery of the worker': withOutage({
    workerSeconds: Number.POSITIVE_INFINITY,
  }),
  'disk of the data full: reads': withOutage({ reads: 0 }),
  'disk of the data full: reads without a result': withOutage({ failedReads: 1 }),
}

describe('the judge of the faults proof', () => {
  it('accepts a run in which everything is as claimed', () => {
    assert.deepEqual(missesOf(good), [])
  })

  for (const [name, run] of Object.entries(faulty)) {
    it(`reports ${name}`, () => assert.deepEqual(missesOf(run), [name]))
  }

  it('has a case for each criterion', () => {
    const names = judge(withOutage({})).criteria.map(({ name }) => name)
    assert.deepEqual(Object.keys(faulty).toSorted(), names.toSorted())
  })

  it('control: falls short only if both kinds of damage are found', () => {
    const lost: FaultsRun = { ...good, stored: { ...good.stored, lost: 1 } }
    const both: FaultsRun = { ...lost, load: { ...good.load, faults: ['POST: 500'] } }
    assert.ok(isPass(judgeControl(good).criteria))
    assert.ok(isPass(judgeControl(lost).criteria))
    assert.ok(!isPass(judgeControl(both).criteria))
  })
})
