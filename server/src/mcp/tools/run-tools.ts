// Tools of a run: claim, report, and end it.
import {
  type ClaimedTask,
  type Effect,
  type Heartbeat,
  MCP_LEASE_SECONDS,
} from '@task-service/contract'
import { Problem } from '#lib/problem.ts'
import {
  describeAnswers,
  describeRejections,
  describeWholeTask,
  taskFieldsOf,
} from '../describe.ts'
import { createLabels, type Labels } from '../labels.ts'
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

const ofAgent = (name: string | null) => ({ source: 'agent', author: name ?? 'unknown' })

function describeClaim({ task, run, lease_token, resume }: ClaimedTask) {
  const labels = createLabels()
  const { id, attempt, lease_expires_at } = run
  const data = {
    run: id,
    lease_token,
    lease_expires_at,
    attempt,
    task: describeWholeTask(task, '/task', labels),
    answers: describeAnswers(resume.answers, labels),
    rejections: describeRejections(resume.rejections, labels),
  }
  const { handoff, checkpoint, plan } = resume.written_by
  labels.add('/handoff', ofAgent(handoff), resume.handoff ?? '')
  labels.addJson('/checkpoint', ofAgent(checkpoint), resume.checkpoint)
  labels.addJson('/plan', ofAgent(plan), resume.plan)
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
  try {
    return await beat(call, run, rest)
  } catch (error) {
    const approved = isEnded(error) && (await findApproved(call, run))
    if (!approved) throw error
    return approved
  }
}

/** Of a caller that has the lease token: others get another reason. */
const isEnded = (error: unknown) => error instanceof Problem && error.details.reason === 'ended'

/** An approval completes the run that waits for it, so its agent has no lease left to get an answer with. */
async function findApproved(call: ToolContext['call'], run: string) {
  const { state, approval_id: id, ended_at } = await call('runs.get', { params: { run } })
  if (state !== 'completed' || id === null) return undefined
  const approval = await call('approvals.get', { params: { approval: id } })
  const decision = { approval_id: id, state: approval.state, approved_at: ended_at }
  const note = 'The effects were approved, and the task is completed. Nothing is left to do.'
  return facts({ state, approvals: [{ ...decision, approved_by: approval.decided_by }], note })
}

async function beat(call: ToolContext['call'], run: string, body: Heartbeat) {
  const news = await call('runs.heartbeat', { params: { run }, body: { ...lease, ...body } })
  const labels = createLabels()
  const { state, lease_expires_at, cancel_requested, source_changed, budget_left } = news
  const data = {
    state,
    lease_expires_at,
    cancel_requested,
    source_changed: source_changed && { fields: taskFieldsOf(source_changed.fields) },
    answers: describeAnswers(news.answers, labels),
    rejections: describeRejections(news.rejections, labels),
    budget_left,
  }
  return { data, untrusted: labels.untrusted }
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
  const note = 'A person must approve the effects first. Call get_answers later for the decision.'
  return facts({ task, approval, note })
}

async function previewEffects({ call }: ToolContext, args: Arguments<'preview_effects'>) {
  const { run, lease_token, ...body } = args
  await call('runs.heartbeat', { params: { run }, body: { lease_token, ...lease } })
  const preview = await call('runs.preview_effects', {
    params: { run },
    body: { lease_token, ...body },
  })
  const labels = createLabels()
  const effects = preview.effects.map((effect, index) =>
    describeEffect(effect, `/effects/${index}`, labels),
  )
  return { data: { policy: preview.policy, effects }, untrusted: labels.untrusted }
}

/** Values of the external system and of the task are text of others, and so are the names of custom fields. */
function describeEffect(effect: Effect, path: string, labels: Labels) {
  const { provider, external_key: item, kind, policy, fields, statement } = effect
  const source = statement ? 'database' : 'integration'
  const from = { source, author: effect.integration_id }
  labels.addJson(`${path}/fields`, from, fields)
  labels.add(`${path}/comment`, ofAgent(effect.agent), effect.comment?.body ?? '')
  labels.addJson(`${path}/statement`, from, statement)
  labels.add(`${path}/item`, from, item ?? '')
  return { provider, kind, policy, fields: taskFieldsOf(Object.keys(fields)) }
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
