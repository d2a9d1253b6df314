// A tenant at a glance, against what was done in it a moment ago.
import assert from 'node:assert/strict'
import type { Overview, Status } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { uuidOf } from '../../../../tests/harness/history.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'
import { newWebhook } from '../../../../tests/harness/webhooks/new-webhook.ts'
import { noteLatest } from '../../../../tests/harness/webhooks/sent-deliveries.ts'

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

async function move(client: ApiClient, task: string, ...statuses: Status[]): Promise<void> {
  for (const to of statuses) {
    await client.call('tasks.transition', { params: { task }, body: { to } })
  }
}

const kindsOf = ({ attention }: Overview) =>
  attention.map(({ kind, severity, count }) => [kind, severity, count])

/** What came, as a whole and by its parts. */
function flow({ entered, series }: { entered: number; series: number[] }): number[] {
  return [entered, series.reduce((sum, count) => sum + count, 0)]
}

describeOperation('stats.overview', {
  200: {
    'is all noughts for a tenant that has nothing': async ({ call }) => {
      const { stages, buckets, deliveries, ...rest } = (await call()).body
      assert.deepEqual(
        [rest.range, rest.time_zone, rest.median_ms_to_complete, rest.workers, rest.attention],
        ['24h', 'UTC', null, [], []],
      )
      assert.deepEqual(rest.first_run, {
        has_task: false,
        has_completed_task: false,
        has_webhook: false,
        has_delivered: false,
      })
      assert.equal(buckets.length, 24)
      assert.deepEqual(
        rest.completion_times,
        buckets.map(() => null),
      )
      assert.deepEqual(stages.open, {
        now: { count: 0, is_at_least: false },
        entered: 0,
        entered_before: 0,
        series: buckets.map(() => 0),
      })
      assert.equal(deliveries.delivered + deliveries.failed + deliveries.pending, 0)
    },
    'tells where tasks stand and how they flow': async ({ client, call }) => {
      const tasks: string[] = []
      for (let i = 0; i < 6; i++) tasks.push((await client.create()).id)
      const [first = '', second = '', third = '', fourth = ''] = tasks
      await move(client, first, 'in_progress', 'completed')
      await move(client, second, 'in_progress', 'input_required')
      await move(client, third, 'in_progress')
      await move(client, fourth, 'completed', 'ready')
      const { stages, ...rest } = (await call()).body
      assert.deepEqual(flow(stages.arrived), [6, 6])
      assert.deepEqual([stages.open.now.count, ...flow(stages.open)], [3, 7, 7])
      assert.deepEqual([stages.in_progress.now.count, ...flow(stages.in_progress)], [1, 3, 3])
      assert.deepEqual([stages.waiting.now.count, ...flow(stages.waiting)], [1, 1, 1])
      assert.deepEqual(flow(stages.completed), [2, 2])
      assert.ok((rest.median_ms_to_complete ?? -1) >= 0)
      assert.equal(rest.first_run.has_completed_task, true)
      assert.deepEqual(kindsOf({ ...rest, stages }), [['tasks_input_required', 'notice', 1]])
    },
    'has hours, or days by the time zone of the tenant': async ({ client, call }) => {
      await client.call('settings.change', { body: { time_zone: 'Asia/Kathmandu' } })
      await client.create()
      const week = (await call({ query: { range: '7d' } })).body
      assert.deepEqual([week.buckets.length, week.time_zone], [7, 'Asia/Kathmandu'])
      assert.ok(week.buckets.every((start) => start.endsWith('T18:15:00.000Z')))
      assert.equal(week.stages.arrived.series.at(-1), 1)
      assert.equal((await call({ query: { range: '30d' } })).body.stages.arrived.series.length, 30)
    },
    'has the time to completion of each bucket': async ({ client, call }) => {
      for (const hours of [3, 2, 1, 1]) {
        const { id } = await client.create()
        await move(client, id, 'completed')
        await inspect(
          `update audit_entries set at = at + make_interval(hours => $2)
           where action = 'task.completed' and subject_id = $1`,
          [uuidOf(id), hours - 4],
        )
      }
      const { completion_times: times, median_ms_to_complete: median } = (await call()).body
      const found = times.flatMap((time, place) => (time ? [[place, time.median >= 0]] : []))
      // An hour before creation counts as no time at all.
      assert.deepEqual(found.length, new Set([1, 2, 3]).size)
      assert.equal(times.at(-1), null)
      assert.equal(median, 0)
    },
    'compares with the time before': async ({ client, call }) => {
      const { id } = await client.create()
      await move(client, id, 'completed')
      await inspect(
        `update audit_entries set at = now() - interval '30 hours' where action = 'task.completed' and subject_id = $1`,
        [uuidOf(id)],
      )
      const { completed } = (await call()).body.stages
      assert.deepEqual([completed.entered, completed.entered_before], [0, 1])
      const week = (await call({ query: { range: '7d' } })).body.stages.completed
      assert.equal(week.entered + week.entered_before, 1)
    },
    'tells who works': async ({ client, call }) => {
      await client.create({ assignee: 'ada' })
      await client.create({ assignee: 'ada', delegate: 'triage-agent' })
      const { id } = await client.create({ assignee: 'bob', delegate: 'triage-agent' })
      await move(client, id, 'in_progress', 'completed')
      await move(client, (await client.create({ delegate: 'triage-agent' })).id, 'in_progress')
      const { workers, stages } = (await call()).body
      assert.deepEqual(
        workers.map((one) => [one.kind, one.name, one.open.count, one.in_progress, one.completed]),
        [
          ['agent', 'triage-agent', 2, 1, 1],
          ['person', 'ada', 2, 0, 0],
          ['person', 'bob', 0, 0, 1],
        ],
      )
      assert.deepEqual([stages.in_progress.now.count, stages.in_progress.with_agents], [1, 1])
    },
    'names what needs attention': async ({ client, call }) => {
      const overdue = await client.create({ due_at: inHours(-2), assignee: 'ada' })
      await client.create({ due_at: inHours(0.5) })
      await client.create({ due_at: inHours(5) })
      const late = await client.create({ due_at: inHours(-3) })
      await move(client, late.id, 'completed')
      await client.create({ priority: 'urgent' })
      await client.create({ priority: 'urgent', assignee: 'ada' })
      const failed = await client.create()
      await move(client, failed.id, 'in_progress', 'failed')
      const gone = await newWebhook(client)
      const broken = await newWebhook(client)
      await newWebhook(client, { enabled: false })
      await inspect(`update webhooks set enabled = false, disabled_reason = 'gone' where id = $1`, [
        uuidOf(gone.id),
      ])
      await inspect('update webhooks set failing_since = now() where id = $1', [uuidOf(broken.id)])
      await noteLatest(client.tenant.id, broken.id, {
        status: 'failed',
        attempts: 1,
        error: 'status',
      })
      const overview = (await call()).body
      assert.deepEqual(kindsOf(overview), [
        ['webhook_disabled', 'error', 1],
        ['webhook_failing', 'error', 1],
        ['deliveries_failed', 'error', 1],
        ['tasks_overdue', 'warning', 1],
        ['tasks_urgent_unassigned', 'warning', 1],
        ['tasks_failed', 'warning', 1],
        ['tasks_due_soon', 'notice', 1],
      ])
      const subjectsOf = (kind: string) =>
        overview.attention.find((one) => one.kind === kind)?.subject_ids
      assert.deepEqual(subjectsOf('webhook_disabled'), [gone.id])
      assert.deepEqual(subjectsOf('deliveries_failed'), [broken.id])
      assert.deepEqual(subjectsOf('tasks_overdue'), [overdue.id])
      assert.deepEqual(subjectsOf('tasks_failed'), [failed.id])
      const [since] = overview.attention.filter(({ kind }) => kind === 'tasks_overdue')
      assert.equal(since?.since, overdue.due_at)
      assert.deepEqual(overview.first_run, {
        has_task: true,
        has_completed_task: true,
        has_webhook: true,
        has_delivered: false,
      })
    },
    'says what was sent, and that something arrived': async ({ client, call }) => {
      const { id } = await newWebhook(client)
      await client.create()
      for (const status of ['delivered', 'canceled', 'pending', 'waiting'] as const) {
        await noteLatest(client.tenant.id, id, { status })
      }
      const { deliveries, first_run: firsts } = (await call()).body
      const { counted_since: _, ...counts } = deliveries
      assert.deepEqual(counts, { delivered: 1, failed: 1, pending: 2 })
      assert.equal(firsts.has_delivered, true)
    },
    'is given again for some seconds, to its own tenant': async ({ client, call }) => {
      const { text } = await call()
      await client.create()
      assert.equal((await call()).text, text)
      const other = await newTenant()
      await other.create()
      assert.equal((await other.call('stats.overview')).body.stages.arrived.entered, 1)
    },
  },
  400: async ({ call }) => {
    const { problem } = await call({ query: { range: '1y' } })
    assert.equal(problem.errors?.[0]?.pointer, 'range')
  },
})
