import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dayStarts, hourStarts, isTimeZone } from './local-time.ts'

const days = (zone: string, now: string, count: number) =>
  dayStarts(zone, new Date(now), count).map((day) => day.toISOString().slice(0, 16))

describe('days begin', () => {
  test('at midnight of the time zone', () => {
    assert.deepEqual(days('UTC', '2026-03-02T10:00:00Z', 3), [
      '2026-02-28T00:00',
      '2026-03-01T00:00',
      '2026-03-02T00:00',
    ])
    assert.deepEqual(days('Asia/Kathmandu', '2026-03-02T18:15:00Z', 2), [
      '2026-03-01T18:15',
      '2026-03-02T18:15',
    ])
    assert.deepEqual(days('Pacific/Kiritimati', '2026-01-01T10:00:00Z', 1), ['2026-01-01T10:00'])
  })

  test('an hour earlier or later across a daylight saving change', () => {
    assert.deepEqual(days('Europe/Berlin', '2026-03-30T12:00:00Z', 3), [
      '2026-03-27T23:00',
      '2026-03-28T23:00',
      '2026-03-29T22:00',
    ])
    assert.deepEqual(days('Europe/Berlin', '2026-10-26T12:00:00Z', 3), [
      '2026-10-23T22:00',
      '2026-10-24T22:00',
      '2026-10-25T23:00',
    ])
  })

  test('at the clock change when a daylight saving change skips midnight', () => {
    assert.deepEqual(days('America/Sao_Paulo', '2018-11-05T12:00:00Z', 3), [
      '2018-11-03T03:00',
      '2018-11-04T03:00',
      '2018-11-05T02:00',
    ])
  })

  test('at the first midnight where there are two', () => {
    assert.deepEqual(days('America/Havana', '2026-11-02T12:00:00Z', 3), [
      '2026-10-31T04:00',
      '2026-11-01T04:00',
      '2026-11-02T05:00',
    ])
  })

  test('in order, even where a day was skipped', () => {
    const starts = dayStarts('Pacific/Apia', new Date('2012-01-02T00:00:00Z'), 6)
    assert.deepEqual(
      starts,
      starts.toSorted((a, b) => Number(a) - Number(b)),
    )
  })
})

function hours(zone: string): string[] {
  return hourStarts(zone, new Date('2026-03-02T10:20:00Z'), 2).map((hour) =>
    hour.toISOString().slice(11, 16),
  )
}

test('hours begin on the full hour of local time', () => {
  assert.deepEqual(hours('Europe/Berlin'), ['09:00', '10:00'])
  assert.deepEqual(hours('Asia/Kathmandu'), ['09:15', '10:15'])
  assert.deepEqual(hours('Asia/Kolkata'), ['08:30', '09:30'])
})

test('only IANA time zone names are accepted', () => {
  for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3']) {
    assert.ok(isTimeZone(name), name)
  }
  for (const name of ['Mars/Olympus', 'Berlin', '', 'Europe/']) assert.ok(!isTimeZone(name), name)
})
