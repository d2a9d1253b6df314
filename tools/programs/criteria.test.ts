// Shows that criteria are met and missed at their limits, and that the text of a miss explains it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  atLeast,
  atMost,
  type Criterion,
  describeMisses,
  equals,
  isPass,
  isTrue,
  none,
  prefixed,
  summarizeMisses,
} from './criteria.ts'

const missed = [none('events lost', 2), atMost('p99 latency', 51, 50, 'ms')]

describe('a criterion', () => {
  const cases: Record<string, [criterion: Criterion, met: boolean]> = {
    'nothing found': [none('events lost', 0), true],
    'something found': [none('events lost', 1), false],
    'at the upper limit': [atMost('p99 latency', 50, 50), true],
    'above the upper limit': [atMost('p99 latency', 50.01, 50), false],
    'at the lower limit': [atLeast('ratio', 0.5, 0.5), true],
    'below the lower limit': [atLeast('ratio', 0.49, 0.5), false],
    'the expected number': [equals('migrations', 1, 1), true],
    'another number': [equals('migrations', 2, 1), false],
    'what is so': [isTrue('detection', true), true],
    'what is not so': [isTrue('detection', false), false],
  }
  for (const [name, [criterion, met]] of Object.entries(cases)) {
    test(`is ${met ? 'met' : 'missed'}: ${name}`, () => assert.equal(criterion.met, met))
  }

  test('is missed when nothing was measured', () => {
    const all = [none, atMost, atLeast, equals].map((make) => make('ratio', Number.NaN, 1))
    assert.deepEqual(
      all.map(({ met, value }) => [met, value]),
      all.map(() => [false, 'NaN']),
    )
  })
})

const valueOf = (value: number, limit: number) => atLeast('ratio', value, limit).value

describe('a value', () => {
  test('is rounded', () => {
    assert.equal(valueOf(0.123456, 0.5), '0.123')
    assert.equal(atMost('p99 latency', 1234.567, 50, 'ms').value, '1230 ms')
  })

  test('is never rounded onto its limit', () => {
    assert.equal(valueOf(0.4999, 0.5), '0.4999')
    assert.equal(valueOf(0.49999999, 0.5), '0.49999999')
    assert.equal(valueOf(0.50000001, 0.5), '0.50000001')
    assert.equal(atMost('p99 latency', 1000.4, 1000, 'ms').value, '1000.4 ms')
  })

  test('is never rounded past its limit', () => {
    assert.equal(atMost('p99 latency', 1334.6, 1334, 'ms').value, '1334.6 ms')
    assert.equal(valueOf(0.4996, 0.4998), '0.4996')
  })

  test('is the limit only when it is equal to it', () => {
    assert.equal(valueOf(0.5, 0.5), '0.5')
  })

  test('is exact when it is a count', () => {
    assert.equal(valueOf(4_987, 5_000), '4987')
    assert.equal(valueOf(123_456, 5_000), '123456')
  })

  test('may be infinite', () => {
    assert.equal(atMost('recovery time', Number.POSITIVE_INFINITY, 10, 's').value, 'Infinity s')
  })
})

describe('a list of criteria', () => {
  test('passes when every criterion is met', () => {
    assert.equal(isPass([none('events lost', 0), atLeast('kills', 1, 1)]), true)
    assert.equal(isPass([none('events lost', 0), ...missed]), false)
  })

  test('does not pass when it is empty', () => {
    assert.equal(isPass([]), false)
    assert.deepEqual(describeMisses([]), ['no criteria: nothing was checked'])
    assert.equal(summarizeMisses([]), 'no criteria: nothing was checked')
  })

  test('describes each miss on a line of its own', () => {
    assert.deepEqual(describeMisses([none('duplicate deliveries', 0), ...missed]), [
      'not met: events lost: 2, must be 0',
      'not met: p99 latency: 51 ms, at most 50 ms',
    ])
    assert.deepEqual(describeMisses([equals('migrations', 2, 1), isTrue('detection', false)]), [
      'not met: migrations: 2, must be 1',
      'not met: detection: no, must be yes',
    ])
  })

  test('summarizes its misses on one line', () => {
    assert.equal(
      summarizeMisses(missed),
      'events lost: 2, must be 0; p99 latency: 51 ms, at most 50 ms',
    )
  })

  test('has no misses when it passes', () => {
    assert.deepEqual(describeMisses([none('events lost', 0)]), [])
  })

  test('can name the part of the program it is about', () => {
    assert.deepEqual(describeMisses(prefixed('mysql', [none('jobs lost', 1)])), [
      'not met: mysql: jobs lost: 1, must be 0',
    ])
  })
})
