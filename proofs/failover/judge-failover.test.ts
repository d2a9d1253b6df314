// Every criterion of the failover proof falls short when its figure is wrong.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isPass } from '../../tools/programs/criteria.ts'
import { type FailoverRun, judge, type Outage } from './judge-failover.ts'
import { countSplitBrain } from './node-probe.ts'

const outage: Outage = {
  kind: 'kill',
  primary: 1,
  next: 2,
  seconds: 20,
  slowest503Ms: 3_000,
  isConnectorBack: true,
}
const good: FailoverRun = {
  outages: [outage, { ...outage, kind: 'switchover', seconds: 4 }],
  load: {
    acknowledged: Array.from({ length: 500 }, (_, n) => ({ title: `${n}`, id: `${n}`, at: n })),
    attempts: 700,
    unavailable: 200,
    slowest503Ms: 3_000,
    slowestMs: 3_000,
    faults: [],
    reads: 100,
  },
  probe: { acknowledged: 100, splitBrain: 0, lost: 0 },
  stored: { rows: 500, lost: 0, duplicates: 0 },
  undelivered: 0,
  renamed: 0,
  deliveries: 500,
  ended: 0,
}

const missesOf = (run: FailoverRun) =>
  judge(run)
    .criteria.filter(({ met }) => !met)
    .map(({ name }) => name)

const faulty: Record<string, FailoverRun> = {
  'acknowledged creates': { ...good, load: { ...good.load, acknowledged: [] } },
  'acknowledged writes lost': { ...good, stored: { ...good.stored, lost: 1 } },
  'tasks created twice': { ...good, stored: { ...good.stored, duplicates: 1 } },
  'writes acknowledged by an old primary': { ...good, probe: { ...good.probe, splitBrain: 1 } },
  'responses other than 2xx and 503 with Retry-After': {
    ...good,
    load: { ...good.load, faults: ['POST: 500'] },
  },
  'slowest 503 of the service': { ...good, load: { ...good.load, slowest503Ms: 5_001 } },
  'median outage': {
    ...good,
    outages: [outage, outage, outage].map((one) => ({ ...one, seconds: 26 })),
  },
  'longest outage': { ...good, outages: [outage, outage, { ...outage, seconds: 46 }] },
  'longest switchover': {
    ...good,
    outages: [outage, { ...outage, kind: 'switchover', seconds: 11 }],
  },
  'acknowledged tasks without a webhook': { ...good, undelivered: 1 },
  'events delivered under several IDs': { ...good, renamed: 1 },
  'faults after which the connector did not return': {
    ...good,
    outages: [outage, { ...outage, isConnectorBack: false }],
  },
  'processes of the service that exited': { ...good, ended: 1 },
}

describe('the failover proof', () => {
  it('passes when everything is as claimed', () => {
    assert.ok(isPass(judge(good).criteria))
    assert.deepEqual(
      Object.keys(faulty),
      judge(good).criteria.map(({ name }) => name),
    )
  })

  for (const [name, run] of Object.entries(faulty)) {
    it(`falls short for: ${name}`, () => assert.deepEqual(missesOf(run), [name]))
  }

  it('counts a lost write of a machine that was asked directly', () => {
    const run = { ...good, probe: { ...good.probe, lost: 1 } }
    assert.deepEqual(missesOf(run), ['acknowledged writes lost'])
  })
})

const write = (timeline: number, sentAt: number) => ({
  row: `${timeline}-${sentAt}`,
  timeline,
  sentAt,
  at: sentAt + 10,
})

describe('split brain', () => {
  it('is a write of an old timeline after one of a newer', () => {
    assert.equal(countSplitBrain([write(1, 0), write(2, 100), write(1, 200), write(3, 300)]), 1)
  })

  it('is not a write that was sent before the newer one was acknowledged', () => {
    assert.equal(countSplitBrain([write(1, 0), write(2, 100), write(1, 105)]), 0)
  })
})
