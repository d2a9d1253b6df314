// A task that an agent has claimed, for tests of what can happen to it.
import assert from 'node:assert/strict'
import type { AgentCreate, ClaimedTask, TaskCreate } from '@task-service/contract'
import type { ApiClient } from '../api-client.ts'

export const BOT = 'bot'

export async function addBot(
  client: ApiClient,
  settings: Partial<AgentCreate> = {},
): Promise<void> {
  assert.equal(
    (await client.call('agents.create', { body: { name: BOT, ...settings } })).status,
    201,
  )
}

/** By the agent, which must exist; fails if there is nothing to claim. */
export async function claimNext(client: ApiClient): Promise<ClaimedTask> {
  const { body } = await client.call('runs.claim', { body: { agent: BOT } })
  const [first] = body.data
  assert.ok(first, 'nothing to claim')
  return first
}

export async function claimedRun(
  client: ApiClient,
  options: { agent?: Partial<AgentCreate>; task?: Partial<TaskCreate> } = {},
): Promise<ClaimedTask> {
  await addBot(client, options.agent)
  await client.create(options.task)
  return claimNext(client)
}

/** A request of the holder. */
export function asHolder({ run, lease_token }: ClaimedTask, body: Record<string, unknown> = {}) {
  return { params: { run: run.id }, body: { lease_token, ...body } }
}

export const UNKNOWN_RUN = 'run_00000000000070008000000000000000'
export const UNKNOWN_TASK = 'tsk_00000000000070008000000000000000'
/** Well-formed, and of no run. */
export const OTHER_TOKEN = `lease_${'A'.repeat(32)}`
