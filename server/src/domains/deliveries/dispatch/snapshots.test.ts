import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEndedXids } from './snapshots.ts'

const ended = (earlier: string, later: string) =>
  listEndedXids(earlier, later).map(({ first, last }) =>
    first === last ? `${first}` : `${first}-${last}`,
  )

test('returns the transactions that ended between two snapshots', () => {
  assert.deepEqual(ended('10:10:', '10:10:'), [])
  assert.deepEqual(ended('10:10:', '13:13:'), ['10-12'])
  assert.deepEqual(ended('10:10:', '10:15:10,12'), ['11', '13-14'], 'open ones are left out')
  assert.deepEqual(ended('5:10:5,7', '5:10:5'), ['7'], 'one that was open has ended')
  assert.deepEqual(ended('5:10:5,9', '5:12:5'), ['9-11'], 'neighbors are one range')
  assert.deepEqual(ended('5:10:5,7', '5:12:5,7,10,11'), [])
  assert.deepEqual(ended('1:1:', '3:3:'), ['1-2'])
  const far = 2n ** 62n
  assert.deepEqual(ended(`${far}:${far}:`, `${far}:${far + 2n}:${far}`), [`${far + 1n}`])
  assert.throws(() => listEndedXids('', '1:1:'), /not a snapshot/)
})

type Parts = readonly [xmin: number, xmax: number, xip: number[]]

const isVisible = (xid: number, [, xmax, xip]: Parts) => xid < xmax && !xip.includes(xid)

const text = ([xmin, xmax, xip]: Parts) => `${xmin}:${xmax}:${xip.join(',')}`

const subsets = (from: number, to: number): number[][] =>
  from >= to ? [[]] : subsets(from + 1, to).flatMap((rest) => [rest, [from, ...rest]])

test('matches the definition of a snapshot', () => {
  for (const was of subsets(1, 5)) {
    for (const is of subsets(1, 8)) {
      // An ended transaction does not become open again.
      if (is.some((xid) => xid < 5 && !was.includes(xid))) continue
      const earlier = [was[0] ?? 5, 5, was] as const
      const later = [is[0] ?? 8, 8, is] as const
      const named = listEndedXids(text(earlier), text(later)).flatMap(({ first, last }) =>
        Array.from({ length: Number(last - first) + 1 }, (_, step) => Number(first) + step),
      )
      const xids = Array.from({ length: 10 }, (_, xid) => xid + 1)
      const expected = xids.filter((xid) => isVisible(xid, later) && !isVisible(xid, earlier))
      assert.deepEqual(named, expected, `${text(earlier)} ${text(later)}`)
    }
  }
})
