// What the holder of a lease sends, status by status.
import assert from 'node:assert/strict'
import type { OperationId } from '@task-service/contract'
import { type Case, describeOperation } from '../../../../tests/harness/describe-operation.ts'
import {
  bodyCases,
  idempotencyCases,
  type Prepare,
} from '../../../../tests/harness/request-cases.ts'
import { inspect } from '../../../../tests/harness/test-api.ts'
import { ask } from '../../../../tests/harness/work/ask.ts'
import {
  asHolder,
  claimedRun,
  OTHER_TOKEN,
  UNKNOWN_RUN,
} from '../../../../tests/harness/work/claimed-run.ts'
import { gatedRun } from '../../../../tests/harness/work/gated-run.ts'

type HolderId = 'runs.heartbeat' | 'runs.complete' | 'runs.fail' | 'runs.release'

const holder =
  <Id extends HolderId>(body: Record<string, unknown> = {}): Prepare<Id> =>
  async ({ client }) =>
    asHolder(await claimedRun(client), body)

/** Cases that every request of a holder shares. */
function leaseCases<Id extends HolderId>(prepare: Prepare<Id>) {
  const bodies = bodyCases(prepare)
  const unknown: Case<Id> = async (t) => {
    const input = await prepare(t)
    assert.equal(
      (await t.call({ ...input, params: { run: UNKNOWN_RUN } })).problem.code,
      'run_not_found',
    )
  }
  const otherToken: Case<Id> = async (t) => {
    const { params, body } = await prepare(t)
    const { problem } = await t.call({
      ...(params && { params }),
      body: { ...(body as object), lease_token: OTHER_TOKEN },
    })
    assert.deepEqual([problem.code, problem.reason], ['lease_lost', 'wrong_token'])
  }
  const moved: Case<Id> = async (t) => {
    const input = await prepare(t)
    const [run] = (await t.client.call('runs.list')).body.data
    const params = { task: run?.task_id ?? '' }
    await t.client.call('tasks.change', { params, body: { status: 'triage' } })
    assert.equal((await t.call(input)).problem.reason, 'moved')
    await t.client.call('tasks.remove', { params })
    assert.equal((await t.call(input)).problem.reason, 'moved')
  }
  return {
    bodies,
    unknown,
    lost: { 'refuses another token': otherToken, 'refuses a run that was moved': moved },
  }
}

const invalid =
  <Id extends OperationId>(
    prepare: Prepare<Id>,
    body: Record<string, unknown>,
    pointer: string,
  ): Case<Id> =>
  async (t) => {
    const input = await prepare(t)
    const { problem } = await t.call({ ...input, body: { ...(input.body as object), ...body } })
    assert.deepEqual(
      problem.errors?.map((error) => error.pointer),
      [pointer],
    )
  }

const beat = holder<'runs.heartbeat'>()
const beats = leaseCases(beat)
describeOperation('runs.heartbeat', {
  200: {
    'renews the lease and saves what was reported': async ({ client, call }) => {
      const claimed = await claimedRun(client, {
        agent: { run_budget: { calls: 10, seconds: 60 } },
      })
      const { body } = await call(
        asHolder(claimed, {
          lease_seconds: 600,
          progress: { message: 'Half', percent: 50 },
          plan: [{ title: 'Look', state: 'done' }],
          usage: { tokens: 100, cost: 0.5 },
        }),
      )
      assert.ok((body.lease_expires_at ?? '') > (claimed.run.lease_expires_at ?? ''))
      assert.deepEqual([body.budget_left.calls, body.budget_left.effects], [9, null])
      const run = (await client.call('runs.get', { params: { run: claimed.run.id } })).body
      assert.deepEqual(run.progress, { message: 'Half', percent: 50 })
      assert.deepEqual(
        [run.usage.calls, run.usage.declared_tokens, run.usage.declared_cost],
        [1, 100, 0.5],
      )
    },
    'counts the working time of a run that has not ended': async ({ client, call }) => {
      const claimed = await claimedRun(client)
      await inspect(
        `update runs set resumed_at = resumed_at - interval '90 seconds' where tenant_id = $1`,
        [client.tenant.id],
      )
      const run = (await client.call('runs.get', { params: { run: claimed.run.id } })).body
      const beaten = (await call(asHolder(claimed))).status
      const [listed] = (await client.call('runs.list')).body.data
      for (const { usage } of [run, listed ?? assert.fail()]) {
        assert.ok(usage.seconds >= 90 && usage.seconds < 600, `${usage.seconds} s`)
      }
      assert.equal(beaten, 200)
    },
  },
  400: {
    ...beats.bodies.malformed,
    'refuses a large checkpoint': invalid(beat, { checkpoint: 'x'.repeat(70_000) }, '/checkpoint'),
  },
  404: beats.unknown,
  409: {
    ...beats.lost,
    'refuses a run whose budget is used up': async ({ client, call }) => {
      const claimed = await claimedRun(client, { agent: { run_budget: { calls: 2 } } })
      for (const reason of [undefined, undefined, 'budget']) {
        const reply = await call(asHolder(claimed))
        assert.equal(reply.status === 200 ? undefined : reply.problem.reason, reason)
      }
    },
  },
  413: beats.bodies.tooLarge,
  415: beats.bodies.wrongType,
})

const complete = holder<'runs.complete'>({ result: { ok: true } })
const completes = leaseCases(complete)
const schema = { type: 'object', required: ['amount'], properties: { amount: { type: 'number' } } }
describeOperation('runs.complete', {
  200: async (t) => {
    const { body } = await t.call(await complete(t))
    assert.deepEqual([body.status, body.result], ['completed', { ok: true }])
  },
  400: {
    ...completes.bodies.malformed,
    'refuses a result that is not what the task asks for': async ({ client, call }) => {
      const claimed = await claimedRun(client, { task: { output_schema: schema } })
      const { problem } = await call(asHolder(claimed, { result: { amount: 'ten' } }))
      assert.deepEqual(
        [problem.code, problem.errors?.[0]?.pointer],
        ['result_invalid', '/result/amount'],
      )
      assert.equal((await call(asHolder(claimed, { result: { amount: 10 } }))).status, 200)
    },
  },
  403: async ({ client, call }) => {
    const { problem } = await call(asHolder(await gatedRun(client, { writes: 'forbid' })))
    assert.equal(problem.code, 'effects_forbidden')
    assert.match(problem.detail, /tracker #12 \(title\)/)
  },
  404: completes.unknown,
  409: {
    ...completes.lost,
    'refuses a run that waits for an answer': async ({ client, call }) => {
      const { problem } = await call(asHolder(await ask(client)))
      assert.equal(problem.code, 'run_parked')
    },
    'refuses more effects than the budget allows': async ({ client, call }) => {
      const task = { source: 'crm', external_id: '1' }
      const claimed = await claimedRun(client, { agent: { run_budget: { effects: 0 } }, task })
      assert.equal((await call(asHolder(claimed))).problem.code, 'budget_exhausted')
    },
  },
  413: {
    'refuses a large body': completes.bodies.tooLarge,
  },
  415: completes.bodies.wrongType,
})

const fail = holder<'runs.fail'>({ error: 'No access' })
const fails = leaseCases(fail)
describeOperation('runs.fail', {
  200: async (t) => {
    const { body } = await t.call(await fail(t))
    assert.deepEqual([body.state, body.error, body.lease_expires_at], ['failed', 'No access', null])
  },
  400: { ...fails.bodies.malformed, 'needs an error': invalid(fail, { error: '' }, '/error') },
  404: fails.unknown,
  409: fails.lost,
  413: fails.bodies.tooLarge,
  415: fails.bodies.wrongType,
})

const release = holder<'runs.release'>()
const releases = leaseCases(release)
describeOperation('runs.release', {
  200: async (t) => {
    const { body } = await t.call(await release(t))
    assert.deepEqual([body.state, body.end_reason], ['released', null])
  },
  400: {
    ...releases.bodies.malformed,
    'refuses a delay of two days': invalid(release, { delay_seconds: 172_800 }, '/delay_seconds'),
  },
  404: releases.unknown,
  409: releases.lost,
  413: releases.bodies.tooLarge,
  415: releases.bodies.wrongType,
})

const cancel: Prepare<'runs.cancel'> = async ({ client }) => ({
  params: { run: (await claimedRun(client)).run.id },
  body: { force: true },
})
const cancels = bodyCases(cancel)
const cancelTwice = idempotencyCases('runs.cancel', cancel)
describeOperation('runs.cancel', {
  200: {
    'ends the run now': async (t) => {
      const { body } = await t.call(await cancel(t))
      assert.deepEqual([body.state, body.end_reason], ['canceled', 'canceled'])
    },
    'returns the first answer to a repeated request': cancelTwice.replayed,
  },
  400: { ...cancels.malformed, 'refuses a key with spaces': cancelTwice.badKey },
  404: async ({ call }) => {
    assert.equal(
      (await call({ params: { run: UNKNOWN_RUN }, body: {} })).problem.code,
      'run_not_found',
    )
  },
  409: {
    'refuses a run that has ended': async (t) => {
      const input = await cancel(t)
      await t.call(input)
      assert.equal((await t.call(input)).problem.reason, 'canceled')
    },
    'refuses while the first is in flight': cancelTwice.inFlight,
  },
  413: cancels.tooLarge,
  415: cancels.wrongType,
  422: cancelTwice.reused,
})
