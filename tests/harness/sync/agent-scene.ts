// An agent that works on the task of an item in a scene of sync, and the person who decides about its effects.
import assert from 'node:assert/strict'
import type { Approval, ApprovalEdit, Task } from '@task-service/contract'
import type { WorkContext } from '../../../server/src/db/context.ts'
import { toApproval } from '../../../server/src/domains/approvals/index.ts'
import type { ApprovalRow } from '../../../server/src/domains/approvals/store.ts'
import { claimOne } from '../../../server/src/domains/claims/index.ts'
import { createComment } from '../../../server/src/domains/comments/index.ts'
import { findTaskForChange, printTask } from '../../../server/src/domains/tasks/index.ts'
import { approve } from '../../../server/src/domains/work/approving/service/approve.ts'
import { editEffects } from '../../../server/src/domains/work/approving/service/edit.ts'
import { rejectEffects } from '../../../server/src/domains/work/approving/service/reject.ts'
import { completeRun, failRun, heartbeat } from '../../../server/src/domains/work/runs/index.ts'
import { decodeId } from '../../../server/src/lib/ids.ts'
import { uuidv7 } from '../../../server/src/lib/uuid.ts'
import type { Stage } from './stage.ts'
import type { SceneOptions, SyncScene } from './sync-scene.ts'

export const BOT = 'bot'

export type AgentSettings = {
  reads_external?: boolean
  reads_beyond_claim?: boolean
  writes_outward?: boolean
}

export type Held = { run: string; token: string }

export type AgentScene = Awaited<ReturnType<typeof openAgentScene>>

export async function openAgentScene(
  stage: Stage,
  options: SceneOptions = {},
  settings: AgentSettings = {},
) {
  const scene = await stage.scene(options)
  const agentId = await addAgent(stage, scene, BOT, settings)
  const agent = { kind: 'agent', id: BOT } as const
  const parts = { host: scene.vendor.host(), gatesAgents: options.gatesAgents ?? true }
  const decide = <T>(work: (ctx: WorkContext) => Promise<T>) => scene.as(scene.person, work)
  const approvals = () => listApprovals(scene)

  /** Claims the task and reports once, so that it is in progress. */
  async function claim(task: Task): Promise<Held> {
    const held = await scene.as(agent, (ctx) => takeTask(ctx, agentId, task))
    await scene.as(agent, (ctx) => heartbeat(ctx, held.run, { lease_token: held.token }))
    return held
  }

  return {
    ...scene,
    parts,
    claim,
    approvals,
    heartbeat: ({ run, token }: Held) =>
      scene.as(agent, (ctx) => heartbeat(ctx, run, { lease_token: token })),
    complete: ({ run, token }: Held, result: unknown = 'done') =>
      scene.as(agent, (ctx) => completeRun(ctx, parts, run, { lease_token: token, result })),
    fail: ({ run, token }: Held) =>
      scene.as(agent, (ctx) =>
        failRun(ctx, run, { lease_token: token, error: 'No idea', retryable: false }),
      ),
    addAgent: (name: string, its: AgentSettings = {}) => addAgent(stage, scene, name, its),
    sayAsAgent: (task: Task, body: string, name = BOT) =>
      scene.as({ kind: 'agent', id: name }, (ctx) => createComment(ctx, task.id, body)),
    approve: ({ id, hash }: Approval) => decide((ctx) => approve(ctx, parts, id, hash)),
    reject: ({ id }: Approval) => decide((ctx) => rejectEffects(ctx, id, { reason: 'No.' })),
    edit: ({ id }: Approval, edit: ApprovalEdit) =>
      decide((ctx) => editEffects(ctx, parts, id, edit)),
    /** The only one, which waits for a person. */
    async openApproval(): Promise<Approval> {
      const open = (await approvals()).filter(({ state }) => state === 'open')
      assert.equal(open.length, 1, `${open.length} approvals are open`)
      const [first] = open
      assert.ok(first)
      return first
    },
    ...itemsOf(scene),
  }
}

const itemsOf = (scene: SyncScene) => ({
  /** An item with a task that is in sync. */
  async newItem(): Promise<{ item: string; task: Task }> {
    const item = scene.vendor.create({ title: 'Refund' })
    await scene.pullNow()
    await scene.settle()
    return { item, task: await scene.taskOf(item) }
  },
  current: async (task: Task): Promise<Task> => {
    const found = (await scene.tasks()).find(({ id }) => id === task.id)
    assert.ok(found)
    return found
  },
})

async function addAgent(
  { query }: Stage,
  { tenantId }: SyncScene,
  name: string,
  settings: AgentSettings,
): Promise<string> {
  const flags = { reads_external: true, reads_beyond_claim: false, writes_outward: true }
  const { reads_external, reads_beyond_claim, writes_outward } = { ...flags, ...settings }
  const id = uuidv7()
  await query(
    `insert into agents (tenant_id, id, name, description, queues, max_attempts, reads_external, reads_beyond_claim,
       writes_outward, created_by, created_at, updated_at)
     values ($1, $2, $3, '', '{default}', 3, $4, $5, $6, 'system:test', now(), now())`,
    [tenantId, id, name, reads_external, reads_beyond_claim, writes_outward],
  )
  return id
}

async function takeTask(ctx: WorkContext, agentId: string, { id }: Task): Promise<Held> {
  const taskId = decodeId('task', id) ?? ''
  const task = await findTaskForChange(ctx, taskId)
  assert.ok(task)
  const claim = {
    tenantId: ctx.tx.tenantId,
    agent: { id: agentId, name: BOT },
    queues: ['default'],
    max: 1,
    leaseSeconds: 300,
    actor: ctx.actor,
    requestId: ctx.requestId,
  }
  const made = await claimOne(ctx, claim, { id: taskId, doc: task, json: printTask(task) })
  assert.ok('taken' in made, `not claimed: ${JSON.stringify(made)}`)
  return { run: made.taken.run.id, token: made.taken.leaseToken }
}

/** Oldest first. */
async function listApprovals({ rows }: SyncScene): Promise<Approval[]> {
  const found = await rows('select * from approvals where tenant_id = $1 order by id')
  return found.map((row) => toApproval(row as ApprovalRow)) // has its columns
}
