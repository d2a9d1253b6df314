// A position round-trips, reveals nothing about other tenants, and is valid only where it was issued.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '#lib/problem.ts'
import { uuidv7 } from '#lib/uuid.ts'
import {
  orderOf,
  type Position,
  parsePosition,
  positionAtHorizon,
  printPosition,
} from './position.ts'

const scope = {
  tenant: { id: 'a' },
  cursorSecret: Buffer.alloc(32, 1),
  freshnessSecret: Buffer.alloc(32, 2),
}
const at = new Date('2026-11-15T09:30:00.007Z')
const position: Position = { xid: '184467', id: uuidv7(), at }

function codeOf(parse: () => unknown): string {
  try {
    parse()
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
  return 'accepted'
}

test('round-trips, and the same place has one encoding', () => {
  for (const xid of ['0', '184467', '18446744073709551615']) {
    const cursor = printPosition(scope, { ...position, xid })
    assert.match(cursor, /^[\w-]{43}\.[\w-]{22}$/)
    assert.deepEqual(parsePosition(scope, cursor), { ...position, xid })
    assert.equal(printPosition(scope, { ...position, xid }), cursor)
  }
})

test('of another tenant or installation, or with any change, is invalid', () => {
  const cursor = printPosition(scope, position)
  const others = [
    { ...scope, tenant: { id: 'b' } },
    { ...scope, cursorSecret: Buffer.alloc(32, 3) },
  ]
  for (const other of others) {
    assert.equal(
      codeOf(() => parsePosition(other, cursor)),
      'invalid_cursor',
    )
  }
  for (let place = 0; place < 64; place++) {
    const changed = `${cursor.slice(0, place)}${cursor[place] === 'x' ? 'y' : 'x'}${cursor.slice(place + 1)}`
    assert.equal(
      codeOf(() => parsePosition(scope, changed)),
      'invalid_cursor',
      changed,
    )
  }
})

test('of restored data is practically always reported as truncated', () => {
  const cursor = printPosition(scope, position)
  let accepted = 0
  for (let seed = 0; seed < 2_000; seed++) {
    const freshnessSecret = Buffer.alloc(32)
    freshnessSecret.writeUInt32BE(seed + 1)
    const code = codeOf(() => parsePosition({ ...scope, freshnessSecret }, cursor))
    if (code !== 'feed_truncated') accepted++
  }
  assert.equal(accepted, 0)
})

test('positions of consecutive transactions have only the event in common, so clients cannot count transactions', () => {
  const one = printPosition(scope, position)
  const next = printPosition(scope, { ...position, xid: '184468' })
  const same = one
    .slice(0, 20)
    .split('')
    .filter((letter, place) => letter === next[place]).length
  assert.ok(same <= 5, `${one} and ${next} share ${same} characters`)
})

test('sorts like the log, also when numbers get another digit', () => {
  const id = uuidv7()
  const horizon = positionAtHorizon('100', at)
  const inOrder = [{ xid: '99', id }, horizon, { xid: '100', id }, { xid: '100', id: uuidv7() }]
  assert.deepEqual(inOrder.map(orderOf).toSorted(), inOrder.map(orderOf))
})
