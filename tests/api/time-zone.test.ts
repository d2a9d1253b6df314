// The zone the server's clock is set to changes nothing that is stored or answered.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { newTenant } from '../harness/test-api.ts'

before(() => {
  // A zone whose offset was not whole minutes before 1893, so that local times lose seconds.
  process.env['TZ'] = 'Europe/Berlin'
  assert.equal(new Date('2026-07-01T00:00:00Z').getTimezoneOffset(), -120)
})

const moments = [
  '0001-01-01T00:00:00.000Z',
  '1850-06-01T12:00:00.001Z',
  '2026-03-29T01:30:00.000Z',
  '2026-10-25T00:30:00.000Z',
  '9999-12-31T23:59:59.999Z',
]

test('times come back as they were sent, from creates, changes and ranges', async () => {
  const client = await newTenant()
  for (const moment of moments) {
    const { id } = await client.create({ due_at: moment })
    const params = { task: id }
    await client.call('tasks.change', { params, body: { not_before: moment } })
    const task = await client.get(id)
    assert.deepEqual([task.due_at, task.not_before], [moment, moment])
    const query = { due_since: moment, due_before: new Date(Date.parse(moment) + 1).toISOString() }
    if (moment === moments.at(-1)) query.due_before = moment
    const { body } = await client.call('tasks.list', { query })
    assert.equal(body.data.length, moment === moments.at(-1) ? 0 : 1, moment)
  }
})
