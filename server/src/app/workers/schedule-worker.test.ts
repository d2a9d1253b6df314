// Schedules in workers, with a clock of the test: one task per occurrence, over a change of clocks, by several workers.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Schedule, ScheduleRuleInput, Task } from '@task-service/contract'
import { createKeyring } from '#crypto/keyring.ts'
import { Secret } from '#crypto/secret.ts'
import type { ByteLimits } from '#lib/limits/byte-limits.ts'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { eventsOf, uuidOf } from '../../../../tests/harness/history.ts'
import { newSchedule, newTemplate } from '../../../../tests/harness/recurrence/new-schedule.ts'
import { inspect, newTenant, testApi } from '../../../../tests/harness/test-api.ts'
import { until } from '../../../../tests/operate/until.ts'
import { type ScheduleWorker, startScheduleWorker } from './schedule-worker.ts'

const failures: unknown[] = []
const workers: ScheduleWorker[] = []
let clock = new Date()

async function startWorkers(count: number, limits?: ByteLimits): Promise<void> {
  const { db } = await testApi()
  const master = Secret.from(randomBytes(32))
  const keyring = createKeyring({ instanceId: randomUUID(), master, previous: null })
  const log = { warn: (fault: unknown) => void failures.push(fault) }
  for (let at = 0; at < count; at++) {
    const options = { db, keyring, log, intervalMs: 20, now: () => clock }
    workers.push(startScheduleWorker({ ...options, ...(limits && { limits }) }))
  }
}

async function stopWorkers(): Promise<void> {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  assert.deepEqual(failures.splice(0), [])
}

before(async () => {
  await testApi()
})
after(stopWorkers)

/** As if the schedule had been created long before its first day. */
async function begin(client: ApiClient, rule: Partial<ScheduleRuleInput>): Promise<Schedule> {
  const far = await newSchedule(client, { ...rule, starts_on: '2098-01-01' })
  const start = { ...far.rule, starts_on: rule.starts_on ?? '2027-01-01' }
  const { body } = await client.call('schedules.preview', { body: start })
  await inspect(`update schedules set rule = $2, next_at = $3 where id = $1`, [
    uuidOf(far.id),
    JSON.stringify(start),
    body.upcoming[0],
  ])
  return get(client, far)
}

async function get(client: ApiClient, { id }: Pick<Schedule, 'id'>): Promise<Schedule> {
  return (await client.call('schedules.get', { params: { schedule: id } })).body
}

const passed = (client: ApiClient, schedule: Schedule, moment: string) =>
  until(`the occurrence at ${moment} is over`, async () => {
    const { last_at: last } = await get(client, schedule)
    return last === moment
  })

async function tasksOf(client: ApiClient): Promise<Task[]> {
  return (await client.call('tasks.list', { query: { sort: 'created_at' } })).body.data
}

test('each occurrence creates one task, also when clocks change, however many workers look', async () => {
  const client = await newTenant()
  // 2090-03-26: 02:00 becomes 03:00 in Berlin. 2090-10-29: 03:00 becomes 02:00.
  const rule = { time: '02:30', time_zone: 'Europe/Berlin', starts_on: '2090-03-25' }
  const schedule = await begin(client, rule)
  clock = new Date('2090-03-25T01:29:59Z')
  await startWorkers(3)
  const skipped = ['2090-03-25T01:30', '2090-03-26T01:00', '2090-03-27T00:30']
  const moments = skipped.map((minute) => `${minute}:00.000Z`)
  for (const moment of moments) {
    clock = new Date(moment)
    await passed(client, schedule, moment)
  }
  assert.equal((await tasksOf(client)).length, 3)
  // The second 02:30 of the day on which it occurs twice.
  clock = new Date('2090-10-29T00:30:00Z')
  await passed(client, schedule, '2090-10-29T00:30:00.000Z')
  const known = await get(client, schedule)
  assert.equal(known.upcoming[0], '2090-10-30T01:30:00.000Z')
  clock = new Date('2090-10-29T01:31:00Z')
  // Another schedule that is due shows that the workers have looked.
  const other = await begin(client, { time: '01:31', time_zone: 'UTC', starts_on: '2090-10-29' })
  await passed(client, other, '2090-10-29T01:31:00.000Z')
  assert.deepEqual(await get(client, schedule), known)
  await stopWorkers()
  assert.equal(known.task_count, 4)
  assert.equal((await tasksOf(client)).length, 5)
})

test('those that were missed create one task, with the due date of the last one', async () => {
  const client = await newTenant()
  const schedule = await begin(client, { starts_on: '2090-01-01', count: 2 })
  const template = { params: { template: schedule.template_id }, body: { task: { due_in: '1d' } } }
  await client.call('templates.change', template)
  clock = new Date('2090-01-05T12:00:00Z')
  await startWorkers(1)
  await passed(client, schedule, '2090-01-05T09:00:00.000Z')
  const { task_count: count, missed_count: missed, last_task_id: id } = await get(client, schedule)
  const [task] = await tasksOf(client)
  assert.deepEqual([count, missed, id], [1, 4, task?.id])
  assert.equal(task?.due_at, '2090-01-06T09:00:00.000Z')
  assert.deepEqual(task?.created_by, { kind: 'system', id: 'schedules' })
  // `count` is of tasks: the second one is the last.
  clock = new Date('2090-01-06T09:00:00Z')
  await passed(client, schedule, '2090-01-06T09:00:00.000Z')
  assert.equal((await get(client, schedule)).state, 'ended')
  await stopWorkers()
})

test('an occurrence that is known creates no second task; without its row it would', async () => {
  const client = await newTenant()
  const schedule = await begin(client, { starts_on: '2090-01-01' })
  clock = new Date('2090-01-01T09:00:00Z')
  await startWorkers(2)
  await passed(client, schedule, '2090-01-01T09:00:00.000Z')
  const rewind = () =>
    inspect(`update schedules set next_at = $2, last_at = null where id = $1`, [
      uuidOf(schedule.id),
      clock,
    ])
  await rewind()
  await passed(client, schedule, '2090-01-01T09:00:00.000Z')
  assert.equal((await tasksOf(client)).length, 1)
  await inspect('delete from schedule_occurrences where schedule_id = $1', [uuidOf(schedule.id)])
  await rewind()
  await passed(client, schedule, '2090-01-01T09:00:00.000Z')
  assert.equal((await tasksOf(client)).length, 2)
  await stopWorkers()
})

test('a task that cannot be created is an event, and the next occurrence is tried', async () => {
  const client = await newTenant()
  const schedule = await begin(client, { starts_on: '2090-01-01' })
  const fields = { text: 'x'.repeat(100) }
  const params = { template: schedule.template_id }
  await client.call('templates.change', { params, body: { task: { fields } } })
  clock = new Date('2090-01-01T09:00:00Z')
  // As if the operator had lowered the limit.
  await startWorkers(1, { pageBytes: 1_000, taskBytes: 50 })
  await passed(client, schedule, '2090-01-01T09:00:00.000Z')
  const failed = await get(client, schedule)
  assert.match(failed.last_error ?? '', /50/)
  assert.deepEqual([failed.state, failed.task_count, failed.missed_count], ['active', 0, 1])
  const event = (await eventsOf(schedule.id)).at(-1)
  assert.deepEqual([event?.type, event?.actor], ['schedule.failed', 'system:schedules'])
  await client.call('templates.change', { params, body: { task: { fields: null } } })
  clock = new Date('2090-01-02T09:00:00Z')
  await passed(client, schedule, '2090-01-02T09:00:00.000Z')
  assert.equal((await get(client, schedule)).last_error, null)
  await stopWorkers()
})

test('paused schedules and suspended tenants create nothing; a suspended one catches up', async () => {
  const [client, suspended] = [await newTenant(), await newTenant()]
  const schedule = await begin(client, { starts_on: '2090-01-01' })
  const late = await begin(suspended, { starts_on: '2090-01-01' })
  await client.call('schedules.pause', { params: { schedule: schedule.id } })
  const setStatus = (status: string) =>
    inspect('update tenants set status = $2 where tenant_id = $1', [suspended.tenant.id, status])
  await setStatus('suspended')
  clock = new Date('2090-01-03T09:00:00Z')
  await startWorkers(1)
  const marker = await begin(await newTenant(), { starts_on: '2090-01-03' })
  await until('the worker has looked', async () => {
    const [row] = await inspect<{ seen: boolean }>(
      'select last_at is not null as seen from schedules where id = $1',
      [uuidOf(marker.id)],
    )
    return row?.seen
  })
  const [row] = await inspect<{ count: number }>(
    'select count(*)::int as count from schedule_occurrences where tenant_id = any($1)',
    [[client.tenant.id, suspended.tenant.id]],
  )
  assert.equal(row?.count, 0)
  await setStatus('active')
  await passed(suspended, late, '2090-01-03T09:00:00.000Z')
  await stopWorkers()
})

test('a tenant with many schedules does not delay another one', async () => {
  const [large, small] = [await newTenant(), await newTenant()]
  const template = await newTemplate(large)
  await inspect(
    `insert into schedules (tenant_id, id, name, template_id, rule, next_at, created_by, created_at, updated_at)
     select $1, gen_random_uuid(), 'x', $2, $3, '2090-01-01T09:00:00Z', 'system:test', now(), now()
     from generate_series(1, 150)`,
    [
      large.tenant.id,
      uuidOf(template.id),
      JSON.stringify({
        frequency: 'daily',
        interval: 1,
        time: '09:00',
        time_zone: 'UTC',
        starts_on: '2090-01-01',
        ends_on: null,
        count: null,
      }),
    ],
  )
  const one = await begin(small, { starts_on: '2090-01-01' })
  const countLeft = async () => {
    const [row] = await inspect<{ count: number }>(
      'select count(*)::int as count from schedules where tenant_id = $1 and last_at is null',
      [large.tenant.id],
    )
    return row?.count ?? 0
  }
  clock = new Date('2090-01-01T09:00:00Z')
  await startWorkers(1)
  await passed(small, one, '2090-01-01T09:00:00.000Z')
  assert.ok((await countLeft()) > 0, 'it did not wait for the large tenant')
  await until('all have been at it', async () => (await countLeft()) === 0)
  await stopWorkers()
})
