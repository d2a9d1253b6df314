// Cases that every operation of a kind shares: refused bodies, and repeated requests under one Idempotency-Key.
import assert from 'node:assert/strict'
import { type OperationId, operations } from '@task-service/contract'
import type { CallInput } from './api-client.ts'
import type { Case, CaseContext } from './describe-operation.ts'
import { withSession } from './test-api.ts'

/** A request that would succeed; prepared for each case, since it may need a task to exist. */
export type Prepare<Id extends OperationId> = (t: CaseContext<Id>) => Promise<CallInput>

const withHeader = (input: CallInput, name: string, value: string): CallInput => ({
  ...input,
  headers: { ...input.headers, [name]: value },
})
const typed = (type: string) => (input: CallInput) => withHeader(input, 'content-type', type)
const withKey = (input: CallInput, key: string) => withHeader(input, 'idempotency-key', key)

export function bodyCases<Id extends OperationId>(prepare: Prepare<Id>) {
  const refused =
    (status: number, code: string, change: (input: CallInput) => CallInput): Case<Id> =>
    async (t) => {
      const input = await prepare(t)
      const reply = await t.call(change(input))
      assert.deepEqual([reply.status, reply.problem.code], [status, code])
    }
  return {
    malformed: { 'refuses a body that nests too deep': deeplyNested(prepare) },
    tooLarge: refused(413, 'body_too_large', (input) => ({
      ...input,
      body: { title: 'x'.repeat(2 * 1024 * 1024) },
    })),
    wrongType: {
      'refuses text': refused(415, 'unsupported_media_type', typed('text/plain')),
      'refuses a form': refused(
        415,
        'unsupported_media_type',
        typed('application/x-www-form-urlencoded'),
      ),
      'refuses a compressed body': refused(415, 'unsupported_media_type', (input) =>
        withHeader(input, 'content-encoding', 'gzip'),
      ),
    },
  }
}

function deeplyNested<Id extends OperationId>(prepare: Prepare<Id>): Case<Id> {
  return async (t) => {
    const input = await prepare(t)
    const nested = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as unknown
    const { problem } = await t.call({ ...input, body: nested })
    assert.equal(problem.code, 'malformed_body')
  }
}

export function idempotencyCases<Id extends OperationId>(id: Id, prepare: Prepare<Id>) {
  assert.ok('idempotencyKey' in operations[id])
  const inFlight: Case<Id> = async (t) => {
    const input = withKey(await prepare(t), 'slow')
    await withSession(async (session) => {
      // The lock the first request holds until it has committed.
      await session.query('select pg_advisory_lock(hashtextextended($1, 0))', [
        `${t.client.tenant.id}/slow`,
      ])
      const reply = await t.call(input)
      assert.equal(reply.problem.code, 'idempotency_in_flight')
      assert.equal(reply.headers['retry-after'], '1')
    })
    assert.ok((await t.call(input)).status < 300, 'works once the first request is over')
  }
  const reused: Case<Id> = async (t) => {
    const input = withKey(await prepare(t), 'twice')
    assert.ok((await t.call(input)).status < 300)
    const other = { ...(input.body as object), ...changedBody[id] }
    const { problem } = await t.call(
      input.file === undefined ? { ...input, body: other } : { ...input, file: 'another' },
    )
    assert.equal(problem.code, 'idempotency_key_reused')
  }
  const replayed: Case<Id> = async (t) => {
    const input = withKey(await prepare(t), 'again')
    const first = await t.call(input)
    const second = await t.call(input)
    assert.equal(first.headers['idempotency-replayed'], undefined)
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.deepEqual([second.status, second.text], [first.status, first.text])
    for (const name of ['etag', 'location']) {
      assert.equal(second.headers[name], first.headers[name])
    }
  }
  const badKey: Case<Id> = async (t) => {
    const { problem } = await t.call(withKey(await prepare(t), 'a key with spaces'))
    assert.deepEqual(
      problem.errors?.map(({ in: part, pointer }) => [part, pointer]),
      [['header', 'idempotency-key']],
    )
  }
  return { inFlight, reused, replayed, badKey }
}

/** A valid difference for each operation that takes the key. */
const changedBody: Partial<Record<OperationId, object>> = {
  'tasks.create': { title: 'Another' },
  'tasks.bulk': { mode: 'best_effort' },
  'tasks.transition': { result: 'another' },
  'comments.create': { body: 'Another' },
  'views.create': { kind: 'board' },
  'fields.create': { name: 'Another' },
  'templates.create': { name: 'Another' },
  'templates.create_task': { title: 'Another' },
  'schedules.create': { name: 'Another' },
  'webhooks.create': { description: 'Another' },
  'webhooks.rotate_secret': { overlap_hours: 3 },
  'webhooks.recover': { dry_run: true },
  'deliveries.resend_many': { deliveries: [`dlv_${'0'.repeat(32)}`] },
  'integrations.create': { name: 'Another' },
  'connectors.create': { name: 'Another' },
  'runs.take': { assignee: 'another' },
  'runs.cancel': { force: false },
  'questions.create': { prompt: 'Another?' },
  'questions.answer': { note: 'Another' },
  'questions.link': { expires_in_hours: 5 },
  'approvals.reject': { reason: 'Another' },
  'approvals.edit': { result: 'another' },
  'agents.create': { description: 'Another' },
  'agent_tokens.create': { expires_in_days: 3 },
}
