// Changing, pausing, resuming and deleting an agent.
import type { Agent, AgentChange, FieldChange } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { changeBudgets, toBudgets } from '../budget.ts'
import type { AgentEventType } from '../events.ts'
import { type AgentRow, deleteAgent, updateAgent } from '../store/agents.ts'
import { type Expected, getRow, lockVersion } from './get-agent.ts'
import { recordChange } from './record-change.ts'
import { showAgent } from './show-agent.ts'

/** Ends the live runs of an agent and returns their tasks to the queue. */
export type EndRuns = (ctx: Context, agentName: string) => Promise<void>

/** Decides again about effects of an agent that wait for an approval. */
export type RecheckEffects = (ctx: Context, agentName: string) => Promise<void>

/** What the policy for effects depends on. */
const flags = ['reads_external', 'reads_beyond_claim', 'writes_outward'] as const

export async function changeAgent(
  ctx: Context,
  name: string,
  change: AgentChange,
  expected: Expected,
  recheckEffects: RecheckEffects,
): Promise<Agent> {
  const before = await lockVersion(ctx, name, expected)
  const { run_budget: _run, day_budget: _day, ...settings } = change
  const after = { ...before, ...settings, ...changeBudgets(toBudgets(before), change) }
  const agent = await saveChange(ctx, 'agent.updated', before, after)
  if (flags.some((flag) => before[flag] !== after[flag])) await recheckEffects(ctx, before.name)
  return agent
}

/** Runs are not ended: every request of one is rejected from now on, and their leases end. */
export async function pauseAgent(ctx: Context, name: string): Promise<Agent> {
  const before = await getRow(ctx, name, { lock: true })
  return saveChange(ctx, 'agent.paused', before, {
    ...before,
    paused_at: before.paused_at ?? ctx.now,
  })
}

export async function resumeAgent(ctx: Context, name: string): Promise<Agent> {
  const before = await getRow(ctx, name, { lock: true })
  return saveChange(ctx, 'agent.resumed', before, { ...before, paused_at: null })
}

export async function removeAgent(
  ctx: Context,
  name: string,
  expected: Expected,
  { endRuns, recheckEffects }: { endRuns: EndRuns; recheckEffects: RecheckEffects },
): Promise<void> {
  const row = await lockVersion(ctx, name, expected)
  await endRuns(ctx, row.name)
  const agent = await showAgent(ctx, row)
  await deleteAgent(ctx.tx, row.id)
  await recheckEffects(ctx, row.name)
  await recordChange(ctx, 'agent.deleted', row.id, agent)
}

async function saveChange(
  ctx: Context,
  type: AgentEventType,
  before: AgentRow,
  after: AgentRow,
): Promise<Agent> {
  const changes = differenceOf(before, after)
  if (changes.length === 0) return showAgent(ctx, before)
  const next = { ...after, version: before.version + 1, updated_at: ctx.now }
  await updateAgent(ctx.tx, next)
  const agent = await showAgent(ctx, next)
  await recordChange(ctx, type, before.id, agent, changes)
  return agent
}

const compared = [
  'description',
  'queues',
  'concurrency',
  'max_attempts',
  'reads_external',
  'reads_beyond_claim',
  'writes_outward',
  'run_budget',
  'day_budget',
  'state',
] as const

function comparable(row: AgentRow) {
  return { ...row, ...toBudgets(row), state: row.paused_at ? 'paused' : 'active' }
}

function differenceOf(before: AgentRow, after: AgentRow): FieldChange[] {
  const [was, is] = [comparable(before), comparable(after)]
  return compared
    .filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]))
    .map((field) => ({ field, from: was[field], to: is[field] }))
}
