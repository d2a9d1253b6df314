// Operations on approvals, status by status.
import assert from 'node:assert/strict'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import {
  type Case,
  type CaseContext,
  describeOperation,
} from '../../../../tests/harness/describe-operation.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { newTenant } from '../../../../tests/harness/test-api.ts'
import { ask } from '../../../../tests/harness/work/ask.ts'
import {
  asHolder,
  OTHER_TOKEN,
  UNKNOWN_RUN,
  UNKNOWN_TASK,
} from '../../../../tests/harness/work/claimed-run.ts'
import {
  aboutApproval,
  approve,
  gatedRun,
  parkedRun,
  UNKNOWN_APPROVAL,
} from '../../../../tests/harness/work/gated-run.ts'

type DecisionId = 'approvals.approve' | 'approvals.reject' | 'approvals.edit'

const REASON = { reason: 'Only half of it' }

/** A missing one and one of another tenant get the same response. */
const unknown =
  <Id extends 'approvals.get' | DecisionId>(body?: object): Case<Id> =>
  async ({ call }) => {
    const foreign = (await parkedRun(await newTenant())).approval.id
    for (const approval of [UNKNOWN_APPROVAL, foreign]) {
      const { problem } = await call({ params: { approval }, ...(body && { body }) })
      assert.equal(problem.code, 'approval_not_found')
    }
  }

const closed =
  <Id extends DecisionId>(body: object): Case<Id> =>
  async ({ client, call }) => {
    const { approval } = await parkedRun(client)
    await client.call('approvals.reject', aboutApproval(approval, REASON))
    assert.equal((await call(aboutApproval(approval, body))).problem.code, 'approval_closed')
  }

const badBody =
  <Id extends DecisionId>(body: object, pointer: string): Case<Id> =>
  async ({ client, call }) => {
    const { problem } = await call(aboutApproval((await parkedRun(client)).approval, body))
    assert.equal(problem.errors?.[0]?.pointer, pointer)
  }

const forbidWrites = (client: ApiClient, integration: string) =>
  client.call('integrations.change', {
    params: { integration },
    body: { agent_writes: 'forbid' },
  })

describeOperation('approvals.list', {
  200: async ({ client, call }) => {
    const { approval, task } = await parkedRun(client)
    const found = async (query: Record<string, string>) =>
      (await call({ query })).body.data.map(({ id }) => id)
    for (const query of [{}, { state: 'open' }, { task: task.id }, { agent: 'bot' }]) {
      assert.deepEqual(await found(query), [approval.id])
    }
    assert.deepEqual(await found({ state: 'spent' }), [])
    assert.deepEqual(await found({ agent: 'other' }), [])
  },
  400: {
    'when the state is unknown': async ({ call }) => {
      assert.equal((await call({ query: { state: 'done' } })).problem.code, 'invalid_request')
    },
    'when the cursor is invalid': async ({ call }) => {
      assert.equal((await call({ query: { cursor: 'x.y' } })).problem.code, 'invalid_cursor')
    },
  },
  404: async ({ call }) => {
    assert.equal((await call({ query: { task: UNKNOWN_TASK } })).problem.code, 'task_not_found')
  },
})

describeOperation('approvals.get', {
  200: async ({ client, call }) => {
    const { approval, run } = await parkedRun(client)
    const { body } = await call({ params: { approval: approval.id } })
    assert.deepEqual([body.state, body.run_id, body.agent], ['open', run.id, 'bot'])
    assert.deepEqual(body.result, { refund: 10 })
  },
  400: async ({ call }) => {
    assert.equal((await call({ params: { approval: 'x' } })).problem.code, 'invalid_request')
  },
  404: unknown<'approvals.get'>(),
})

const HASH = { hash: '0'.repeat(64) }
const prepareApprove = async ({ client }: CaseContext<'approvals.approve'>) => {
  const { approval } = await parkedRun(client)
  return aboutApproval(approval, { hash: approval.hash })
}
const approves = bodyCases<'approvals.approve'>(prepareApprove)
describeOperation('approvals.approve', {
  200: {
    'completes the run and its task': async ({ client, call }) => {
      const { approval, run, task } = await parkedRun(client)
      const { body } = await call(aboutApproval(approval, { hash: approval.hash }))
      assert.deepEqual([body.state, body.decided_by?.kind], ['approved', 'key'])
      const done = await client.get(task.id)
      assert.deepEqual(
        [done.status, done.result, done.delegate],
        ['completed', { refund: 10 }, 'bot'],
      )
      const { state } = (await client.call('runs.get', { params: { run: run.id } })).body
      assert.equal(state, 'completed')
    },
    'returns the approval again': async ({ client, call }) => {
      const { approval } = await parkedRun(client)
      const input = aboutApproval(approval, { hash: approval.hash })
      assert.deepEqual((await call(input)).body, (await call(input)).body)
    },
  },
  400: {
    ...approves.malformed,
    'needs a hash': badBody<'approvals.approve'>({ hash: 'x' }, '/hash'),
  },
  403: async ({ client, call }) => {
    const { approval, integration } = await parkedRun(client)
    await forbidWrites(client, integration)
    const { problem } = await call(aboutApproval(approval, { hash: approval.hash }))
    assert.equal(problem.code, 'effects_forbidden')
    assert.match(problem.detail, /tracker #12 \(title\)/)
  },
  404: unknown<'approvals.approve'>(HASH),
  409: {
    'when it was decided': closed<'approvals.approve'>(HASH),
    'when the effects are others': async ({ client, call }) => {
      const { approval } = await parkedRun(client)
      assert.equal((await call(aboutApproval(approval, HASH))).problem.code, 'effects_changed')
    },
  },
  413: approves.tooLarge,
  415: approves.wrongType,
})

const prepareReject = async ({ client }: CaseContext<'approvals.reject'>) =>
  aboutApproval((await parkedRun(client)).approval, REASON)
const rejects = bodyCases<'approvals.reject'>(prepareReject)
const rejectsOnce = idempotencyCases('approvals.reject', prepareReject)
describeOperation('approvals.reject', {
  200: {
    'keeps the reason': async ({ client, call }) => {
      const { approval } = await parkedRun(client)
      const { body } = await call(aboutApproval(approval, REASON))
      assert.deepEqual([body.state, body.reason], ['rejected', REASON.reason])
    },
    'returns the first response to a retry': rejectsOnce.replayed,
  },
  400: {
    ...rejects.malformed,
    'when the key is invalid': rejectsOnce.badKey,
    'needs a reason': badBody<'approvals.reject'>({ reason: '' }, '/reason'),
  },
  404: unknown<'approvals.reject'>(REASON),
  409: {
    'when it was decided': closed<'approvals.reject'>(REASON),
    'while the first request runs': rejectsOnce.inFlight,
  },
  413: rejects.tooLarge,
  415: rejects.wrongType,
  422: rejectsOnce.reused,
})

const prepareEdit = async ({ client }: CaseContext<'approvals.edit'>) =>
  aboutApproval((await parkedRun(client)).approval, { result: 5 })
const edits = bodyCases<'approvals.edit'>(prepareEdit)
const editsOnce = idempotencyCases('approvals.edit', prepareEdit)
describeOperation('approvals.edit', {
  200: {
    'returns the new effects, which can be approved': async ({ client, call }) => {
      const { approval, task } = await parkedRun(client)
      const { body } = await call(aboutApproval(approval, { result: { refund: 5 } }))
      assert.notEqual(body.hash, approval.hash)
      assert.deepEqual([body.state, body.previous?.hash], ['open', approval.hash])
      assert.equal((await approve(client, approval)).problem.code, 'effects_changed')
      assert.equal((await approve(client, body)).status, 200)
      assert.deepEqual((await client.get(task.id)).result, { refund: 5 })
    },
    'returns the first response to a retry': editsOnce.replayed,
  },
  400: {
    ...edits.malformed,
    'when the key is invalid': editsOnce.badKey,
    'when there is nothing to change': badBody<'approvals.edit'>({}, ''),
    'when the comment is not part of it': badBody<'approvals.edit'>(
      { comments: [{ id: `cmt_${'0'.repeat(32)}`, body: 'Hello' }] },
      '/comments/0/id',
    ),
    'when the result is not what the task asks for': async ({ client, call }) => {
      const { approval, task } = await parkedRun(client)
      const output_schema = { type: 'object' }
      await client.call('tasks.change', { params: { task: task.id }, body: { output_schema } })
      const { problem } = await call(aboutApproval(approval, { result: 5 }))
      assert.equal(problem.code, 'result_invalid')
    },
  },
  403: async ({ client, call }) => {
    const { approval, integration } = await parkedRun(client)
    await forbidWrites(client, integration)
    const { problem } = await call(aboutApproval(approval, { result: 1 }))
    assert.equal(problem.code, 'effects_forbidden')
  },
  404: unknown<'approvals.edit'>({ result: 1 }),
  409: {
    'when it was decided': closed<'approvals.edit'>({ result: 1 }),
    'while the first request runs': editsOnce.inFlight,
  },
  413: edits.tooLarge,
  415: edits.wrongType,
  422: editsOnce.reused,
})

const preparePreview = async ({ client }: CaseContext<'runs.preview_effects'>) =>
  asHolder(await gatedRun(client), { result: 1 })
const previews = bodyCases<'runs.preview_effects'>(preparePreview)
describeOperation('runs.preview_effects', {
  200: {
    'shows what would be written, and changes nothing': async ({ client, call }) => {
      const run = await gatedRun(client)
      const before = await client.get(run.task.id)
      const { body } = await call(asHolder(run, { result: 1 }))
      assert.equal(body.policy, 'approve')
      assert.deepEqual(
        body.effects.map(({ link_id, kind, fields }) => [link_id, kind, fields]),
        [[run.link, 'update', { title: { from: 'a', to: run.task.title } }]],
      )
      assert.deepEqual(await client.get(run.task.id), before)
    },
    'also shows what is allowed': async ({ client, call }) => {
      const { body } = await call(asHolder(await gatedRun(client, { writes: 'allow' })))
      assert.deepEqual([body.policy, body.effects.length], ['allow', 1])
    },
  },
  400: {
    ...previews.malformed,
    'when the result is not what the task asks for': async ({ client, call }) => {
      const run = await gatedRun(client)
      const body = { output_schema: { type: 'object' } }
      await client.call('tasks.change', { params: { task: run.task.id }, body })
      assert.equal((await call(asHolder(run, { result: 1 }))).problem.code, 'result_invalid')
    },
  },
  404: async ({ client, call }) => {
    const input = asHolder(await gatedRun(client))
    const { problem } = await call({ ...input, params: { run: UNKNOWN_RUN } })
    assert.equal(problem.code, 'run_not_found')
  },
  409: {
    'refuses another token': async ({ client, call }) => {
      const input = asHolder(await gatedRun(client))
      const body = { ...input.body, lease_token: OTHER_TOKEN }
      assert.equal((await call({ ...input, body })).problem.code, 'lease_lost')
    },
    'refuses a run that waits': async ({ client, call }) => {
      assert.equal((await call(asHolder(await ask(client)))).problem.code, 'run_parked')
    },
  },
  413: previews.tooLarge,
  415: previews.wrongType,
})
