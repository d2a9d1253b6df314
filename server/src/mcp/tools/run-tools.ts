// Tools of a run: claim, report, and end it.
import { type ClaimedTask, type Heartbeat, MCP_LEASE_SECONDS } from '@task-service/contract'
import { Problem } from '#lib/problem.ts'
import { describeAnswers, describeWholeTask } from '../describe.ts'
import { createLabels } from '../labels.ts'
import type { Arguments, ToolContext, ToolHandlers } from './tool-context.ts'

const lease = { lease_seconds: MCP_LEASE_SECONDS }
const facts = (data: Record<string, unknown>) => ({ data, untrusted: [] })

async function claimTask({ call }: ToolContext, args: Arguments<'claim_task'>) {
  const { task, agent, queues, wait_seconds } = args
  const as = { ...lease, ...(agent !== undefined && { agent }) }
  if (task !== undefined) {
    return describeClaim(await call('runs.claim_task', { params: { task }, body: as }))
  }
  const wait = wait_seconds !== undefined && { wait_seconds }
  const body = { ...as, ...wait, ...(queues && { queues }), max: 1 }
  const [claimed] = (await call('runs.claim', { body })).data
  return claimed ? describeClaim(claimed) : facts({ claimed: null, note: 'No task is ready.' })
}

function describeClaim({ task, run, lease_token, resume }: ClaimedTask) {
  const labels = createLabels()
  const { id, attempt, agent, lease_expires_at } = run
  const data = {
    run: id,
    lease_token,
    lease_expires_at,
    attempt,
    task: describeWholeTask(task, '/task', labels),
    answers: describeAnswers(resume.answers, labels),
    rejections: resume.rejections,
  }
  const earlier = { source: 'agent', author: agent }
  labels.add('/handoff', earlier, resume.handoff ?? '')
  labels.addJson('/checkpoint', earlier, resume.checkpoint)
  labels.addJson('/plan', earlier, resume.plan)
  return { data, untrusted: labels.untrusted }
}

async function report({ call }: ToolContext, args: Arguments<'report'>) {
  const { run, message, percent, ...rest } = args
  const progress = {
    ...(message !== undefined && { message }),
    ...(percent !== undefined && { percent }),
  }
  const hasProgress = Object.keys(progress).length > 0
  return beat(call, run, { ...rest, ...(hasProgress && { progress }) })
}

async function getAnswers({ call }: ToolContext, { run, ...rest }: Arguments<'get_answers'>) {
  return beat(call, run, rest)
}

async function beat(call: ToolContext['call'], run: string, body: Heartbeat) {
  const news = await call('runs.heartbeat', { params: { run }, body: { ...lease, ...body } })
  const labels = createLabels()
  const answers = describeAnswers(news.answers, labels)
  return { data: { ...news, answers }, untrusted: labels.untrusted }
}

async function ask({ call, keyOf }: ToolContext, args: Arguments<'ask'>) {
  const { run, options, ...rest } = args
  const question = await call('questions.create', {
    params: { run },
    body: { ...rest, ...(options && { options: options.map((value) => ({ value })) }) },
    idempotencyKey: keyOf('ask', args),
  })
  const { id, state } = question
  const note =
    'The run waits. Call get_answers later; if you stop, the next attempt gets the answer.'
  return facts({ question: id, state, note })
}

async function completeTask({ call }: ToolContext, { run, ...body }: Arguments<'complete_task'>) {
  const done = await call('runs.complete', { params: { run }, body })
  const { id, number, status, completed_at } = done
  const task = { id, number, status, completed_at }
  if (status !== 'in_review') return facts({ task })
  const { approval_id: approval } = await call('runs.get', { params: { run } })
  const note = 'A person must approve the effects first. Call get_answers later for a rejection.'
  return facts({ task, approval, note })
}

/** Values of the external system and of the task are text of others. */
async function previewEffects({ call }: ToolContext, args: Arguments<'preview_effects'>) {
  const { run, lease_token, ...body } = args
  await call('runs.heartbeat', { params: { run }, body: { lease_token, ...lease } })
  const preview = await call('runs.preview_effects', {
    params: { run },
    body: { lease_token, ...body },
  })
  const labels = createLabels()
  const effects = preview.effects.map((effect, index) => {
    const { provider, external_key: item, kind, policy, fields, statement } = effect
    const from = { source: 'effect', author: effect.agent }
    labels.addJson(`/effects/${index}/fields`, from, fields)
    labels.add(`/effects/${index}/comment`, from, effect.comment?.body ?? '')
    labels.addJson(`/effects/${index}/statement`, from, statement)
    labels.add(`/effects/${index}/item`, from, item ?? '')
    return { provider, kind, policy, fields: Object.keys(fields) }
  })
  return { data: { policy: preview.policy, effects }, untrusted: labels.untrusted }
}

async function failTask({ call }: ToolContext, { run, ...body }: Arguments<'fail_task'>) {
  const { state } = await call('runs.fail', { params: { run }, body })
  return facts({ run: { id: run, state } })
}

async function releaseTask({ call }: ToolContext, { run, ...body }: Arguments<'release_task'>) {
  const { state } = await call('runs.release', { params: { run }, body })
  return facts({ run: { id: run, state } })
}

async function handOff({ call }: ToolContext, args: Arguments<'hand_off'>) {
  const { run, note: handoff, lease_token } = args
  const { state } = await call('runs.release', { params: { run }, body: { lease_token, handoff } })
  return facts({ run: { id: run, state } })
}

async function comment({ call, keyOf }: ToolContext, args: Arguments<'comment'>) {
  const { run, lease_token, body } = args
  // Renews the lease, and shows that the caller has it.
  await call('runs.heartbeat', { params: { run }, body: { lease_token, ...lease } })
  const { task_id: task } = await call('runs.get', { params: { run } })
  const { id, created_at } = await call('comments.create', {
    params: { task },
    body: { body },
    idempotencyKey: keyOf('comment', run, body),
  })
  return facts({ comment: { id, created_at } })
}

async function createTask({ call, keyOf, caller }: ToolContext, args: Arguments<'create_task'>) {
  const { parent, ...rest } = args
  await refusePaused(call, caller)
  const task = await call('tasks.create', {
    body: {
      ...rest,
      ...(parent !== undefined && { parent_id: parent }),
      ...(caller.agent && { status: 'triage' as const }),
    },
    idempotencyKey: keyOf('create_task', args),
  })
  const { id, number, status, queue } = task
  return facts({ task: { id, number, status, queue } })
}

/** The other tools of a paused agent fail with its runs, which this one does not need. */
async function refusePaused(call: ToolContext['call'], { agent }: ToolContext['caller']) {
  if (!agent) return
  const { state } = await call('agents.get', { params: { agent: agent.name } })
  if (state === 'paused') throw new Problem('agent_paused', `The agent ${agent.name} is paused.`)
}

export const runTools = {
  claim_task: claimTask,
  report,
  get_answers: getAnswers,
  ask,
  comment,
  preview_effects: previewEffects,
  complete_task: completeTask,
  fail_task: failTask,
  release_task: releaseTask,
  hand_off: handOff,
  create_task: createTask,
} satisfies Partial<ToolHandlers>
