// Creates an agent.
import { AGENT_DEFAULTS, AGENTS_MAX, type Agent, type AgentCreate } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { actorText } from '#lib/actor.ts'
import { timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import { changeBudgets, noLimits } from '../budget.ts'
import { agentLimitReached, agentNameTaken } from '../errors.ts'
import { type AgentRow, countAgents, findAgent, insertAgent, lockCount } from '../store/agents.ts'
import { recordChange } from './record-change.ts'
import { showNewAgent } from './show-agent.ts'

export async function createAgent(ctx: Context, input: AgentCreate): Promise<Agent> {
  const { run_budget: _run, day_budget: _day, ...settings } = input
  const id = uuidv7(ctx.now.getTime())
  const createdAt = timeOfUuid(id)
  const row: AgentRow = {
    ...AGENT_DEFAULTS,
    ...settings,
    id,
    queues: settings.queues ?? [...AGENT_DEFAULTS.queues],
    ...changeBudgets({ run_budget: noLimits, day_budget: noLimits }, input),
    paused_at: null,
    version: 1,
    created_by: actorText(ctx.actor),
    created_at: createdAt,
    updated_at: createdAt,
  }
  await lockCount(ctx.tx)
  if (!(await insertAgent(ctx.tx, row))) {
    throw agentNameTaken(row.name, (await findAgent(ctx.tx, row.name))?.id ?? id)
  }
  if ((await countAgents(ctx.tx, AGENTS_MAX + 1)) > AGENTS_MAX) throw agentLimitReached()
  const agent = showNewAgent(row)
  await recordChange(ctx, 'agent.created', id, agent)
  return agent
}
