// What a batch asks a replica, and which responses keep its reads from being used.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { latestOf, orderOf, type Position } from './position.ts'
import { createFence } from './replica-fence.ts'

const position = (lsn: string, timeline = 1): Position => ({ lsn, order: orderOf(lsn), timeline })
const fenceOf = (isShared = false) => createFence({ maxLagMs: 100, isShared })
const row = { recovering: true, replayed: '1/20', timeline: 1 }

describe('positions', () => {
  it('are ordered as PostgreSQL orders them', () => {
    const lsns = ['0/0', '0/9', '0/10', '0/FFFFFFFF', '1/0', 'A/0', 'FFFFFFFF/FFFFFFFF']
    const orders = lsns.map(orderOf)
    assert.deepEqual(
      orders.toSorted((a, b) => (a < b ? -1 : 1)),
      orders,
    )
    assert.throws(() => orderOf(`0/0'; drop table tasks`))
  })

  it('of a later timeline are later', () => {
    const [old, next] = [position('9/0', 1), position('8/0', 2)]
    assert.equal(latestOf([old, undefined, next]), next)
    assert.equal(latestOf([position('1/0'), position('2/0')])?.lsn, '2/0')
    assert.equal(latestOf([undefined]), undefined)
  })
})

describe('the fence', () => {
  const refusals = [
    ['what is there', row, undefined],
    ['more than that', { ...row, replayed: '2/0' }, undefined],
    ['one byte less', { ...row, replayed: '1/1F' }, 'behind'],
    ['nothing', { ...row, replayed: null }, 'behind'],
    ['a server that accepts writes', { ...row, recovering: false }, 'promoted'],
    ['an older timeline', { ...row, replayed: '9/0', timeline: 0 }, 'other_timeline'],
    ['a newer timeline', { ...row, timeline: 2 }, 'other_timeline'],
  ] as const
  for (const [name, found, reason] of refusals) {
    it(`judges ${name}`, () => {
      assert.equal(fenceOf()({}, position('1/20')).judge(found)?.reason, reason)
    })
  }

  it('waits only for what the connection has not shown', () => {
    const open = fenceOf()
    const connection = {}
    const first = open(connection, position('1/20'))
    assert.match(first.wait ?? '', /'1\/20'::pg_lsn/)
    assert.match(first.columns, /timeline/)
    first.judge({ ...row, replayed: '1/30' })
    const next = open(connection, position('1/30'))
    assert.equal(next.wait, undefined)
    assert.doesNotMatch(next.columns, /timeline/)
    assert.ok(open(connection, position('1/31')).wait)
    assert.match(open(connection, position('1/30', 2)).columns, /timeline/)
    assert.ok(open({}, position('1/20')).wait)
  })

  it('remembers nothing of a pooler, whose connections change servers', () => {
    const open = fenceOf(true)
    const connection = {}
    open(connection, position('1/20')).judge(row)
    const next = open(connection, position('1/20'))
    assert.ok(next.wait)
    assert.doesNotMatch(next.wait, /commit/)
    assert.match(next.columns, /timeline/)
  })
})
