// Claims: the next tasks of some queues, at once or as soon as there are some, or one given task.
import {
  type Answer,
  type ClaimRequest,
  LEASE_SECONDS,
  type Rejection,
  type TaskClaimRequest,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { listRejectionsOf } from '#domains/approvals/index.ts'
import {
  type Claim,
  type ClaimGroup,
  type ClaimRefusal,
  claimOne,
  type TakenTask,
} from '#domains/claims/index.ts'
import { listAnswersOf } from '#domains/questions/index.ts'
import { lockTask, printTask, taskUuid } from '#domains/tasks/index.ts'
import { type Left, listLeft } from '#domains/work/runs/index.ts'
import type { CallSteps, JsonReply } from '#http/route.ts'
import { agentNotFound, agentPaused, dayBudgetExhausted, taskNotClaimable } from '../errors.ts'
import type { ClaimingAgent } from '../store/agents.ts'
import type { ClaimWatch } from './claim-watch.ts'
import { allowedQueues, type FindAgent } from './find-agent.ts'

/** How many tasks a tenant may claim, whatever the number of its requests. */
export type ClaimQuota = {
  check: (tenantId: string) => Promise<void>
  count: (tenantId: string, tasks: number) => Promise<void>
}

export type ClaimParts = {
  group: ClaimGroup
  watch: ClaimWatch
  findAgent: FindAgent
  quota: ClaimQuota
}

export async function claimTasks(
  parts: ClaimParts,
  steps: CallSteps,
  sent: ClaimRequest,
): Promise<JsonReply> {
  await parts.quota.check(steps.tenantId)
  const agent = await parts.findAgent(steps, sent.agent)
  const claim = claimOf(steps, agent, {
    queues: allowedQueues(agent, sent.queues),
    max: sent.max ?? 1,
    leaseSeconds: sent.lease_seconds ?? LEASE_SECONDS.default,
  })
  const until = performance.now() + (sent.wait_seconds ?? 0) * 1_000
  for (;;) {
    const { refusal, tasks } = await parts.group.claim(claim)
    if (refusal && refusal !== 'concurrency') throw refused(refusal, agent.name)
    await parts.quota.count(steps.tenantId, tasks.length)
    const leftMs = until - performance.now()
    if (tasks.length > 0 || leftMs <= 0) return answer(steps, tasks)
    const end = await parts.watch.wait(claim, {
      ms: leftMs,
      signal: steps.signal,
      // With no place for another run, a task in the queue is no reason to look.
      isForTasks: refusal === undefined,
      onWaiting: steps.releaseSlot,
    })
    // A client that disconnected gets no tasks: they would be held until their leases end.
    if (end === 'gone') return answer(steps, [])
  }
}

function claimOf(
  { tenantId, requestId }: Pick<CallSteps, 'tenantId' | 'requestId'>,
  agent: ClaimingAgent,
  options: Pick<Claim, 'queues' | 'max' | 'leaseSeconds'>,
): Claim {
  const { id, name } = agent
  return {
    tenantId,
    requestId,
    agent: { id, name },
    actor: { kind: 'agent', id: name },
    ...options,
  }
}

function refused(refusal: Exclude<ClaimRefusal, 'concurrency'>, name: string) {
  if (refusal === 'paused') return agentPaused(name)
  return refusal === 'budget' ? dayBudgetExhausted(name) : agentNotFound()
}

export async function claimTask(
  parts: Pick<ClaimParts, 'findAgent' | 'quota'>,
  steps: CallSteps,
  reference: string,
  sent: TaskClaimRequest,
): Promise<JsonReply> {
  await parts.quota.check(steps.tenantId)
  const agent = await parts.findAgent(steps, sent.agent)
  const taken = await steps.write((ctx) => takeOne(ctx, agent, reference, sent))
  await parts.quota.count(steps.tenantId, 1)
  const [item] = await withResume(steps, [taken])
  return { status: 200, json: item ?? '' }
}

async function takeOne(
  ctx: Context,
  agent: ClaimingAgent,
  reference: string,
  sent: TaskClaimRequest,
): Promise<TakenTask> {
  const task = await lockTask(ctx, reference, 'change')
  if (task.status !== 'ready') {
    throw taskNotClaimable(
      `The status of the task is ${task.status}. Only ready tasks can be claimed.`,
    )
  }
  allowedQueues(agent, [task.queue])
  if (task.delegate !== null && task.delegate !== agent.name) {
    throw taskNotClaimable(
      `The task is delegated to ${task.delegate}. Only the agent of this name can claim it.`,
    )
  }
  const claim = claimOf({ tenantId: ctx.tx.tenantId, requestId: ctx.requestId }, agent, {
    queues: [task.queue],
    max: 1,
    leaseSeconds: sent.lease_seconds ?? LEASE_SECONDS.default,
  })
  const json = printTask(task)
  const made = await claimOne(ctx, claim, { id: taskUuid(task.id), doc: task, json })
  if ('taken' in made) return made.taken
  if (made.refusal === 'not_queued') {
    throw taskNotClaimable('The task is already claimed, not due yet, or blocked by another task.')
  }
  if (made.refusal === 'concurrency') {
    throw taskNotClaimable(
      `The agent ${agent.name} has reached its maximum number of runs (\`concurrency\`). Wait until a run ends, or raise it with PATCH /api/agents/${agent.name}.`,
    )
  }
  throw refused(made.refusal, agent.name)
}

async function answer(steps: CallSteps, tasks: readonly TakenTask[]): Promise<JsonReply> {
  const items = await withResume(steps, tasks)
  return { status: 200, json: `{"data":[${items.join(',')}]}` }
}

const NOTHING_LEFT = JSON.stringify(resumeOf(undefined, [], []))

/** As JSON. Documents of tasks are passed on as they are stored; only repeated attempts have something to resume. */
async function withResume(
  { read }: Pick<CallSteps, 'read'>,
  tasks: readonly TakenTask[],
): Promise<string[]> {
  const repeated = tasks.filter(({ run }) => run.attempt > 1)
  const left =
    repeated.length === 0
      ? new Map<string, string>()
      : await read((ctx) => readResumes(ctx, repeated))
  return tasks.map(
    ({ taskId, doc, runJson, leaseToken }) =>
      `{"task":${doc},"run":${runJson},"lease_token":"${leaseToken}","resume":${left.get(taskId) ?? NOTHING_LEFT}}`,
  )
}

async function readResumes(
  { tx }: Pick<Context, 'tx'>,
  tasks: readonly TakenTask[],
): Promise<Map<string, string>> {
  const ids = tasks.map(({ taskId }) => taskId)
  const [rows, answers, rejections] = await Promise.all([
    listLeft(
      tx,
      tasks.map(({ taskId, run }) => ({ taskId, attempt: run.attempt })),
    ),
    listAnswersOf(tx, ids),
    listRejectionsOf(tx, ids),
  ])
  const byTask = new Map(rows.map((row) => [row.task_id, row]))
  return new Map(
    tasks.map(({ taskId }) => [
      taskId,
      JSON.stringify(
        resumeOf(byTask.get(taskId), answers.get(taskId) ?? [], rejections.get(taskId) ?? []),
      ),
    ]),
  )
}

function resumeOf(
  left: Left | undefined,
  answers: readonly Answer[],
  rejections: readonly Rejection[],
) {
  return {
    checkpoint: left?.checkpoint ?? null,
    plan: left?.plan ?? null,
    handoff: left?.handoff ?? null,
    written_by: {
      checkpoint: left?.checkpoint_by ?? null,
      plan: left?.plan_by ?? null,
      handoff: left?.handoff_by ?? null,
    },
    answers,
    rejections,
  }
}
