import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDraft } from './draft.ts'

const dueAt = (dueIn: string, at: string, timeZone: string) =>
  toDraft({ title: 'Report', due_in: dueIn }, { at: new Date(at), timeZone }).due_at

test('days and weeks keep the time of day when clocks change, hours do not', () => {
  // On 2027-03-28 at 02:00, Berlin moves from UTC+1 to UTC+2.
  const at = '2027-03-27T08:00:00Z'
  assert.equal(dueAt('1d', at, 'Europe/Berlin'), '2027-03-28T07:00:00.000Z')
  assert.equal(dueAt('1w', at, 'Europe/Berlin'), '2027-04-03T07:00:00.000Z')
  assert.equal(dueAt('24h', at, 'Europe/Berlin'), '2027-03-28T08:00:00.000Z')
  assert.equal(dueAt('1d', at, 'UTC'), '2027-03-28T08:00:00.000Z')
})

test('without a due date the other values are those of the template', () => {
  const task = { title: 'Report', labels: ['weekly'], fields: { cost_center: 7 } }
  assert.deepEqual(toDraft(task, { at: new Date(), timeZone: 'UTC' }), task)
})
