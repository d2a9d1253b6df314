// An agent of a tenant under test that claims a task and asks about it.
import assert from 'node:assert/strict'
import type { ClaimedTask, Question } from '@task-service/contract'
import type { ApiClient } from '../api-client.ts'
import { uuidOf } from '../history.ts'
import { inspect } from '../test-api.ts'

export const AGENT = 'asker'

export async function claimTask(client: ApiClient): Promise<ClaimedTask> {
  await client.call('agents.create', { body: { name: AGENT, queues: ['default'] } })
  await client.create({ title: 'Refund order 1234' })
  return claimAgain(client)
}

export async function claimAgain(client: ApiClient): Promise<ClaimedTask> {
  const [claimed] = (await client.call('runs.claim', { body: { agent: AGENT } })).body.data
  assert.ok(claimed, 'there is a task to claim')
  return claimed
}

export const aboutRun = ({ run, lease_token }: ClaimedTask, body: object = {}) => ({
  params: { run: run.id },
  body: { lease_token, ...body },
})

export const CONFIRM = { kind: 'confirmation', prompt: 'Refund it?' } as const
export const CHOOSE = {
  kind: 'choice',
  prompt: 'Which account?',
  options: [{ value: 'A-1', label: 'First' }, { value: 'A-2' }],
} as const

/** A task that was claimed, and whose agent asked. */
export async function ask(
  client: ApiClient,
  question: object = CONFIRM,
): Promise<ClaimedTask & { question: Question }> {
  const claimed = await claimTask(client)
  const { body } = await client.call('questions.create', aboutRun(claimed, question))
  return { ...claimed, question: body }
}

export function answer(client: ApiClient, { id }: Pick<Question, 'id'>, given: unknown = true) {
  const input = { params: { question: id }, body: { answer: given } }
  return client.call('questions.answer', input)
}

/** As if its time were over. */
export async function makeDue({ id }: Pick<Question, 'id'>): Promise<void> {
  await inspect(`update questions set expires_at = now() - interval '1 second' where id = $1`, [
    uuidOf(id),
  ])
}

/** As if the holder had sent nothing for longer than its lease. */
export async function endLease({ run }: Pick<ClaimedTask, 'run'>): Promise<void> {
  await inspect(`update runs set lease_until = now() - interval '1 second' where id = $1`, [
    uuidOf(run.id),
  ])
}
