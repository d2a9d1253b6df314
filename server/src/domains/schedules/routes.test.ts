// Schedules: stored, read, changed, paused, resumed and deleted, and which occurrences a rule has.
import assert from 'node:assert/strict'
import type { OperationId, Schedule, ScheduleRuleInput } from '@task-service/contract'
import {
  type Case,
  type CaseContext,
  describeOperation,
} from '../../../../tests/harness/describe-operation.ts'
import { auditOf, eventsOf, uuidOf } from '../../../../tests/harness/history.ts'
import {
  newSchedule,
  newTemplate,
  scheduleOf,
} from '../../../../tests/harness/recurrence/new-schedule.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

const nowhere = `sch_${'0'.repeat(32)}`
type Client = Pick<CaseContext<OperationId>, 'client'>

const prepareCreate = async ({ client }: Client) => ({
  body: scheduleOf(await newTemplate(client)),
})
const prepareChange = async ({ client }: Client) => ({
  params: { schedule: (await newSchedule(client)).id },
  body: { name: 'Other' },
})
const daily = { frequency: 'daily', time: '09:00' } as const
const created = bodyCases<'schedules.create'>(prepareCreate)
const changed = bodyCases<'schedules.change'>(prepareChange)
const previewed = bodyCases<'schedules.preview'>(async () => ({ body: daily }))
const idempotency = idempotencyCases('schedules.create', prepareCreate)

function missing<Id extends OperationId>(sent?: unknown): Case<Id> {
  return async ({ call }) => {
    const foreign = await newSchedule(await newTenant())
    const answers = new Set<string>()
    for (const schedule of [nowhere, foreign.id]) {
      const { problem } = await call({ params: { schedule }, body: sent })
      assert.equal(problem.code, 'schedule_not_found')
      answers.add(JSON.stringify({ ...problem, request_id: '' }))
    }
    assert.equal(answers.size, 1)
  }
}

function outdated<Id extends OperationId>(sent?: unknown): Case<Id> {
  return async ({ client, call }) => {
    const { id } = await newSchedule(client)
    await client.call('schedules.change', { params: { schedule: id }, body: { name: 'Newer' } })
    const headers = { 'if-match': '"1"' }
    const { problem } = await call({ params: { schedule: id }, body: sent, headers })
    assert.equal(problem.code, 'version_mismatch')
  }
}

const types = async ({ id }: Pick<Schedule, 'id'>) => (await eventsOf(id)).map(({ type }) => type)
const notAnId: Case<'schedules.get'> = async ({ call }) => {
  const { problem } = await call({ params: { schedule: 'T-1' } })
  assert.equal(problem.errors?.[0]?.pointer, 'schedule')
}

describeOperation('schedules.create', {
  201: {
    'completes the rule, and shows when it occurs': async ({ client, call }) => {
      const { id: template_id } = await newTemplate(client)
      await client.call('settings.change', { body: { time_zone: 'Asia/Tokyo' } })
      const rule = { ...daily, starts_on: '2090-01-01', ends_on: '2090-01-02' }
      const reply = await call({ body: { name: 'New year', template_id, rule } })
      const { id, created_at, updated_at, created_by, ...rest } = reply.body
      assert.deepEqual(rest, {
        name: 'New year',
        template_id,
        rule: { ...rule, interval: 1, time_zone: 'Asia/Tokyo', count: null },
        state: 'active',
        upcoming: ['2090-01-01T00:00:00.000Z', '2090-01-02T00:00:00.000Z'],
        last_at: null,
        last_task_id: null,
        last_error: null,
        task_count: 0,
        missed_count: 0,
        version: 1,
      })
      assert.equal(updated_at, created_at)
      assert.equal(created_by.kind, 'key')
      assert.deepEqual(
        [reply.headers['location'], reply.headers['etag']],
        [`/api/schedules/${id}`, '"1"'],
      )
      assert.deepEqual(await types(reply.body), ['schedule.created'])
      assert.equal((await auditOf(id))[0]?.action, 'schedule.created')
    },
    'has ended at once if its last day is over': async ({ client, call }) => {
      const rule = { ...daily, starts_on: '2026-01-01', ends_on: '2026-01-02' }
      const body = { ...scheduleOf(await newTemplate(client)), rule }
      const { state, upcoming } = (await call({ body })).body
      assert.deepEqual([state, upcoming], ['ended', []])
    },
    'repeats the first response under one Idempotency-Key': idempotency.replayed,
  },
  400: {
    ...created.malformed,
    'rejects what cannot be, where it is': async ({ client, call }) => {
      const template = await newTemplate(client)
      const refused: [rule: Partial<ScheduleRuleInput>, pointer: string][] = [
        [{ time: '24:00' }, '/rule/time'],
        [{ interval: 0 }, '/rule/interval'],
        [{ interval: 100 }, '/rule/interval'],
        [{ weekdays: ['monday'] }, '/rule/weekdays'],
        [{ frequency: 'monthly', day_of_month: 32 }, '/rule/day_of_month'],
        [{ starts_on: '2026-02-30' }, '/rule/starts_on'],
        [{ starts_on: '1999-01-01' }, '/rule/starts_on'],
        [{ count: 0 }, '/rule/count'],
        [{ time_zone: 'Mars/Olympus' }, '/rule/time_zone'],
      ]
      for (const [rule, pointer] of refused) {
        const { problem } = await call({ body: scheduleOf(template, rule) })
        assert.equal(problem.errors?.[0]?.pointer, pointer)
      }
    },
    'rejects a missing template and that of another tenant alike': async ({ call }) => {
      const foreign = await newTemplate(await newTenant())
      const answers = new Set<string>()
      for (const id of [`tpl_${'0'.repeat(32)}`, foreign.id]) {
        const { problem } = await call({ body: scheduleOf({ ...foreign, id }) })
        assert.equal(problem.code, 'template_invalid')
        answers.add(JSON.stringify({ ...problem, request_id: '' }))
      }
      assert.equal(answers.size, 1)
    },
    'refuses an Idempotency-Key with spaces': idempotency.badKey,
  },
  409: {
    'rejects a second one while the first is in flight': idempotency.inFlight,
    'has a limit per tenant': async ({ client, call }) => {
      const template = await newTemplate(client)
      await inspect(
        `insert into schedules (tenant_id, id, name, template_id, rule, created_by, created_at, updated_at)
         select $1, gen_random_uuid(), 'x', $2, '{}', 'system:test', now(), now() from generate_series(1, 200)`,
        [client.tenant.id, uuidOf(template.id)],
      )
      const { problem } = await call({ body: scheduleOf(template) })
      assert.equal(problem.code, 'schedule_limit_reached')
    },
  },
  413: created.tooLarge,
  415: created.wrongType,
  422: idempotency.reused,
})

describeOperation('schedules.preview', {
  200: {
    'shows the next occurrences, and writes nothing': async ({ client, call }) => {
      const rule = { frequency: 'monthly', day_of_month: 31, time: '08:00', count: 2 } as const
      const { body } = await call({
        body: { ...rule, time_zone: 'Europe/Berlin', starts_on: '2090-01-15' },
      })
      assert.deepEqual(body.upcoming, ['2090-01-31T07:00:00.000Z', '2090-02-28T07:00:00.000Z'])
      assert.equal(body.rule.interval, 1)
      assert.deepEqual((await client.call('schedules.list')).body.data, [])
    },
  },
  400: {
    ...previewed.malformed,
    'rejects what cannot be, where it is': async ({ call }) => {
      const refused: [rule: object, pointer: string][] = [
        [{ ...daily, month: 1 }, '/month'],
        [{ ...daily, time_zone: 'Mars/Olympus' }, '/time_zone'],
      ]
      for (const [body, pointer] of refused) {
        assert.equal((await call({ body })).problem.errors?.[0]?.pointer, pointer)
      }
    },
  },
  413: previewed.tooLarge,
  415: previewed.wrongType,
})

describeOperation('schedules.list', {
  200: async ({ client, call }) => {
    await newSchedule(await newTenant())
    const ids: string[] = []
    for (let at = 0; at < 3; at++) ids.push((await newSchedule(client)).id)
    const { data } = (await call()).body
    assert.deepEqual(
      data.map(({ id }) => id),
      ids,
    )
    assert.deepEqual(await client.follow<Schedule>('/api/schedules?limit=1'), data)
  },
  400: async ({ client, call }) => {
    await newSchedule(client)
    await newSchedule(client)
    const { body } = await call({ query: { limit: 1 } })
    const query = { cursor: body.next_cursor ?? '' }
    const stranger = await newTenant()
    assert.equal((await stranger.call('schedules.list', { query })).problem.code, 'invalid_cursor')
    assert.equal((await call({ query: { cursor: 'x' } })).problem.code, 'invalid_cursor')
  },
})

describeOperation('schedules.get', {
  200: async ({ client, call }) => {
    const schedule = await newSchedule(client)
    const reply = await call({ params: { schedule: schedule.id } })
    assert.deepEqual([reply.body, reply.headers['etag']], [schedule, '"1"'])
  },
  400: notAnId,
  404: missing<'schedules.get'>(),
})

describeOperation('schedules.change', {
  200: {
    'replaces the rule, and tells what differs': async ({ client, call }) => {
      const { id } = await newSchedule(client, { count: 9 })
      const rule = { ...daily, time: '10:00', time_zone: 'UTC', starts_on: '2090-01-01' }
      const reply = await call({ params: { schedule: id }, body: { name: 'New', rule } })
      assert.deepEqual(reply.body.rule, { ...rule, interval: 1, ends_on: null, count: null })
      assert.equal(reply.body.upcoming[0], '2090-01-01T10:00:00.000Z')
      assert.equal(reply.headers['etag'], '"2"')
      const [, event] = await eventsOf(id)
      assert.deepEqual([event?.type, event?.changed], ['schedule.updated', ['name', 'rule']])
    },
    'continues one that has ended': async ({ client, call }) => {
      const { id, state } = await newSchedule(client, {
        starts_on: '2026-01-01',
        ends_on: '2026-01-02',
      })
      const { body } = await call({ params: { schedule: id }, body: { rule: daily } })
      assert.deepEqual([state, body.state], ['ended', 'active'])
    },
    'stays paused, and writes nothing when nothing differs': async ({ client, call }) => {
      const { id } = await newSchedule(client)
      const params = { schedule: id }
      await client.call('schedules.pause', { params })
      const moved = await call({ params, body: { rule: { ...daily, time: '11:00' } } })
      assert.deepEqual([moved.body.state, moved.body.upcoming], ['paused', []])
      assert.equal((await call({ params, body: { name: moved.body.name } })).body.version, 3)
    },
  },
  400: {
    ...changed.malformed,
    'rejects what a schedule cannot be': async ({ client, call }) => {
      const params = { schedule: (await newSchedule(client)).id }
      const zone = { rule: { ...daily, time_zone: 'Mars/Olympus' } }
      const refused: [sent: object, code: string][] = [
        [{}, 'invalid_request'],
        [{ state: 'paused' }, 'invalid_request'],
        [{ template_id: `tpl_${'0'.repeat(32)}` }, 'template_invalid'],
        [zone, 'time_zone_unknown'],
      ]
      for (const [body, code] of refused) {
        assert.equal((await call({ params, body })).problem.code, code)
      }
    },
  },
  404: missing<'schedules.change'>({ name: 'New' }),
  412: outdated<'schedules.change'>({ name: 'Late' }),
  413: changed.tooLarge,
  415: changed.wrongType,
})

describeOperation('schedules.remove', {
  204: async ({ client, call }) => {
    const schedule = await newSchedule(client)
    await call({ params: { schedule: schedule.id }, headers: { 'if-match': '"1"' } })
    assert.deepEqual((await client.call('schedules.list')).body.data, [])
    assert.deepEqual(await types(schedule), ['schedule.created', 'schedule.deleted'])
    assert.equal((await client.call('templates.list')).body.data.length, 1)
  },
  400: async ({ client, call }) => {
    const { id } = await newSchedule(client)
    const { problem } = await call({ params: { schedule: id }, query: { hard: 'true' } })
    assert.equal(problem.errors?.[0]?.code, 'unknown_parameter')
  },
  404: missing<'schedules.remove'>(),
  412: outdated<'schedules.remove'>(),
})

describeOperation('schedules.pause', {
  200: async ({ client, call }) => {
    const schedule = await newSchedule(client)
    const params = { schedule: schedule.id }
    const { body } = await call({ params })
    assert.deepEqual([body.state, body.upcoming, body.version], ['paused', [], 2])
    assert.equal((await call({ params })).body.version, 2)
    assert.deepEqual(await types(schedule), ['schedule.created', 'schedule.paused'])
  },
  400: async ({ call }) => {
    assert.equal((await call({ params: { schedule: 'x' } })).status, 400)
  },
  404: missing<'schedules.pause'>(),
})

describeOperation('schedules.resume', {
  200: async ({ client, call }) => {
    const schedule = await newSchedule(client)
    const params = { schedule: schedule.id }
    await client.call('schedules.pause', { params })
    const { body } = await call({ params })
    assert.deepEqual([body.state, body.upcoming, body.version], ['active', schedule.upcoming, 3])
    assert.equal((await call({ params })).body.version, 3)
    assert.equal((await types(schedule)).at(-1), 'schedule.resumed')
  },
  400: async ({ call }) => {
    assert.equal((await call({ params: { schedule: 'x' } })).status, 400)
  },
  404: missing<'schedules.resume'>(),
})
