// Templates: stored, read, changed and deleted, and tasks created from them.
import assert from 'node:assert/strict'
import type { OperationId, Template, TemplateTask } from '@task-service/contract'
import {
  type Case,
  type CaseContext,
  describeOperation,
} from '../../../../tests/harness/describe-operation.ts'
import { auditOf, eventsOf } from '../../../../tests/harness/history.ts'
import { newTemplate, scheduleOf } from '../../../../tests/harness/recurrence/new-schedule.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

const nowhere = `tpl_${'0'.repeat(32)}`
const body = { name: 'Report', task: { title: 'Write the report' } }

const prepareCreate = async () => ({ body })
const onTemplate =
  (sent: object) =>
  async ({ client }: Pick<CaseContext<OperationId>, 'client'>) => ({
    params: { template: (await newTemplate(client)).id },
    body: sent,
  })
const prepareChange = onTemplate({ name: 'Other' })
const prepareUse = onTemplate({ title: 'Special' })
const created = bodyCases<'templates.create'>(prepareCreate)
const changed = bodyCases<'templates.change'>(prepareChange)
const used = bodyCases<'templates.create_task'>(prepareUse)
const idempotency = idempotencyCases('templates.create', prepareCreate)
const useIdempotency = idempotencyCases('templates.create_task', prepareUse)

function missing<Id extends OperationId>(sent?: unknown): Case<Id> {
  return async ({ call }) => {
    const foreign = await newTemplate(await newTenant())
    const answers = new Set<string>()
    for (const template of [nowhere, foreign.id]) {
      const { problem } = await call({ params: { template }, body: sent })
      assert.equal(problem.code, 'template_not_found')
      answers.add(JSON.stringify({ ...problem, request_id: '' }))
    }
    assert.equal(answers.size, 1)
  }
}

function outdated<Id extends OperationId>(sent?: unknown): Case<Id> {
  return async ({ client, call }) => {
    const { id } = await newTemplate(client)
    await client.call('templates.change', { params: { template: id }, body: { name: 'Newer' } })
    const headers = { 'if-match': '"1"' }
    const { problem } = await call({ params: { template: id }, body: sent, headers })
    assert.equal(problem.code, 'version_mismatch')
  }
}

const many = (first: number, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${first + at}`, 1]))

const everything: TemplateTask = {
  title: 'Count the stock',
  description: '1. Count\n2. Compare',
  priority: 'high',
  queue: 'warehouse',
  labels: ['stock', 'weekly'],
  assignee: 'mara',
  delegate: 'coder',
  fields: { cost_center: 7 },
  due_in: '2d',
}

describeOperation('templates.create', {
  201: {
    'keeps what was sent': async ({ call }) => {
      const reply = await call({ body: { name: 'Stock', task: everything } })
      const { id, task, version, created_at, updated_at } = reply.body
      assert.deepEqual([task, version, updated_at], [everything, 1, created_at])
      assert.deepEqual(
        [reply.headers['location'], reply.headers['etag']],
        [`/api/templates/${id}`, '"1"'],
      )
      assert.deepEqual(
        (await auditOf(id)).map(({ action }) => action),
        ['template.created'],
      )
    },
    'repeats the first response under one Idempotency-Key': idempotency.replayed,
  },
  400: {
    ...created.malformed,
    'rejects what a task cannot have, where it is': async ({ call }) => {
      const refused: [task: object, pointer: string][] = [
        [{}, '/task/title'],
        [{ title: ' ' }, '/task/title'],
        [{ title: 'x', due_in: '0d' }, '/task/due_in'],
        [{ title: 'x', due_in: '3 days' }, '/task/due_in'],
        [{ title: 'x', due_at: '2026-11-15T09:30:00Z' }, '/task/due_at'],
        [{ title: 'x', priority: 'top' }, '/task/priority'],
      ]
      for (const [task, pointer] of refused) {
        const { problem } = await call({ body: { name: 'x', task } })
        assert.equal(problem.errors?.[0]?.pointer, pointer)
      }
    },
    'refuses an Idempotency-Key with spaces': idempotency.badKey,
  },
  409: {
    'rejects a second one while the first is in flight': idempotency.inFlight,
    'has a limit per tenant': async ({ client, call }) => {
      await inspect(
        `insert into task_templates (tenant_id, id, name, task, created_by, created_at, updated_at)
         select $1, gen_random_uuid(), 'x', '{"title":"x"}', 'system:test', now(), now()
         from generate_series(1, 200)`,
        [client.tenant.id],
      )
      const { problem } = await call({ body })
      assert.equal(problem.code, 'template_limit_reached')
    },
  },
  413: created.tooLarge,
  415: created.wrongType,
  422: idempotency.reused,
})

describeOperation('templates.list', {
  200: {
    'lists those of this tenant, oldest first, in pages': async ({ client, call }) => {
      await newTemplate(await newTenant())
      const ids: string[] = []
      for (let at = 0; at < 3; at++) ids.push((await newTemplate(client)).id)
      const { data } = (await call()).body
      assert.deepEqual(
        data.map(({ id }) => id),
        ids,
      )
      assert.deepEqual(await client.follow<Template>('/api/templates?limit=1'), data)
    },
    'ends a page before it is too large': async ({ client, call }) => {
      const fields = { text: 'x'.repeat(900_000) }
      for (let at = 0; at < 6; at++) await newTemplate(client, { fields })
      const { data, next_cursor: next } = (await call()).body
      assert.ok(data.length < 6 && next !== null)
      assert.equal((await client.follow<Template>('/api/templates')).length, 6)
    },
  },
  400: async ({ client, call }) => {
    await newTemplate(client)
    await newTemplate(client)
    const { body: page } = await call({ query: { limit: 1 } })
    const query = { cursor: page.next_cursor ?? '' }
    const stranger = await newTenant()
    assert.equal((await stranger.call('templates.list', { query })).problem.code, 'invalid_cursor')
    assert.equal((await call({ query: { cursor: 'x' } })).problem.code, 'invalid_cursor')
  },
})

describeOperation('templates.get', {
  200: async ({ client, call }) => {
    const template = await newTemplate(client, everything)
    const reply = await call({ params: { template: template.id } })
    assert.deepEqual([reply.body, reply.headers['etag']], [template, '"1"'])
  },
  400: async ({ call }) => {
    const { problem } = await call({ params: { template: 'T-1' } })
    assert.equal(problem.errors?.[0]?.pointer, 'template')
  },
  404: missing<'templates.get'>(),
})

describeOperation('templates.change', {
  200: {
    'merges into the values': async ({ client, call }) => {
      const { id } = await newTemplate(client, everything)
      const task = { title: 'New', due_in: null, assignee: null, fields: { cost_center: null } }
      const reply = await call({ params: { template: id }, body: { task } })
      const { due_in: _, assignee: __, ...rest } = everything
      assert.deepEqual(reply.body.task, { ...rest, title: 'New', fields: {} })
      assert.deepEqual([reply.body.version, reply.headers['etag']], [2, '"2"'])
      const [, entry] = await auditOf(id)
      assert.deepEqual(
        [entry?.action, entry?.changes.map(({ field }) => field)],
        ['template.updated', ['task']],
      )
    },
    'writes nothing when nothing differs': async ({ client, call }) => {
      const template = await newTemplate(client)
      const params = { template: template.id }
      assert.deepEqual((await call({ params, body: { task: {} } })).body, template)
      assert.equal((await auditOf(template.id)).length, 1)
    },
  },
  400: {
    ...changed.malformed,
    'rejects an empty change and more fields than a task can have': async ({ client, call }) => {
      const params = { template: (await newTemplate(client, { fields: many(0, 60) })).id }
      const bodies = [{}, { name: null }, { task: { title: null } }]
      for (const sent of [...bodies, { task: { fields: many(60, 41) } }]) {
        assert.equal((await call({ params, body: sent })).problem.code, 'invalid_request')
      }
    },
  },
  404: missing<'templates.change'>({ name: 'New' }),
  412: outdated<'templates.change'>({ name: 'Late' }),
  413: changed.tooLarge,
  415: changed.wrongType,
})

describeOperation('templates.remove', {
  204: async ({ client, call }) => {
    const { id } = await newTemplate(client)
    await call({ params: { template: id }, headers: { 'if-match': '"1"' } })
    assert.deepEqual((await client.call('templates.list')).body.data, [])
    assert.equal((await auditOf(id)).at(-1)?.action, 'template.deleted')
  },
  400: async ({ client, call }) => {
    const { id } = await newTemplate(client)
    const { problem } = await call({ params: { template: id }, query: { hard: 'true' } })
    assert.equal(problem.errors?.[0]?.code, 'unknown_parameter')
  },
  404: missing<'templates.remove'>(),
  409: async ({ client, call }) => {
    const template = await newTemplate(client)
    const schedule = (await client.call('schedules.create', { body: scheduleOf(template) })).body
    const params = { template: template.id }
    const { problem } = await call({ params })
    assert.equal(problem.code, 'template_in_use')
    assert.match(problem.detail ?? '', /Every day/)
    await client.call('schedules.remove', { params: { schedule: schedule.id } })
    assert.equal((await call({ params })).status, 204)
  },
  412: outdated<'templates.remove'>(),
})

describeOperation('templates.create_task', {
  201: {
    'creates a task with the values of the template': async ({ client, call }) => {
      const { id } = await newTemplate(client, everything)
      const reply = await call({ params: { template: id }, body: {} })
      const { due_in: _, ...expected } = everything
      for (const [name, value] of Object.entries(expected)) {
        assert.deepEqual(reply.body[name as keyof typeof expected], value)
      }
      const dueIn = Date.parse(reply.body.due_at ?? '') - Date.parse(reply.body.created_at)
      assert.ok(Math.abs(dueIn - 2 * 86_400_000) < 60_000)
      assert.equal(reply.headers['location'], `/api/tasks/${reply.body.id}`)
      assert.deepEqual(
        (await eventsOf(reply.body.id)).map(({ type }) => type),
        ['task.created'],
      )
    },
    'what the request says wins, and fields are merged': async ({ client, call }) => {
      const { id } = await newTemplate(client, everything)
      const sent = { title: 'Special', due_at: null, fields: { order: 5 }, labels: [] }
      const task = (await call({ params: { template: id }, body: sent })).body
      assert.deepEqual([task.title, task.due_at, task.labels], ['Special', null, []])
      assert.deepEqual(task.fields, { cost_center: 7, order: 5 })
      assert.deepEqual(
        (await client.call('templates.get', { params: { template: id } })).body.task,
        everything,
      )
    },
    'repeats the first response under one Idempotency-Key': useIdempotency.replayed,
  },
  400: {
    ...used.malformed,
    'rejects what a task would reject': async ({ client, call }) => {
      const params = { template: (await newTemplate(client)).id }
      const refused: [sent: object, code: string][] = [
        [{ parent_id: 'T-999' }, 'parent_invalid'],
        [{ blocked_by: [`tsk_${'0'.repeat(32)}`] }, 'dependency_invalid'],
        [{ output_schema: { type: 'nothing' } }, 'schema_invalid'],
        [{ status: 'completed' }, 'invalid_request'],
      ]
      for (const [sent, code] of refused) {
        assert.equal((await call({ params, body: sent })).problem.code, code)
      }
    },
    'refuses an Idempotency-Key with spaces': useIdempotency.badKey,
  },
  404: missing<'templates.create_task'>({}),
  409: useIdempotency.inFlight,
  413: used.tooLarge,
  415: used.wrongType,
  422: useIdempotency.reused,
})
