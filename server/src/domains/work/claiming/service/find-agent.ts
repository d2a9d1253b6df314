// The agent of a claim. Remembered for a moment, because busy agents claim many times a second; whether it is paused or over
// its budget is read with every claim.
import type { Actor } from '@task-service/contract'
import type { CallSteps } from '#http/route.ts'
import { createLruMap } from '#lib/lru-map.ts'
import { bodyError, fieldProblem } from '#lib/messages/field-problem.ts'
import { agentNotFound, queueNotAllowed } from '../errors.ts'
import { type ClaimingAgent, findClaimingAgent } from '../store/agents.ts'

const FRESH_MS = 1_000
const MAX_ENTRIES = 20_000

export type FindAgent = (
  steps: Pick<CallSteps, 'tenantId' | 'caller' | 'read'>,
  name: string | undefined,
) => Promise<ClaimingAgent>

export function createFindAgent(now: () => number = () => performance.now()): FindAgent {
  const known = createLruMap<{ agent: Promise<ClaimingAgent | undefined>; readAt: number }>(
    MAX_ENTRIES,
  )
  return async (steps, given) => {
    const name = agentName(steps.caller.actor, given)
    const key = `${steps.tenantId} ${name}`
    const entry = known.get(key)
    if (entry && now() - entry.readAt < FRESH_MS) {
      const agent = await entry.agent
      if (agent) return agent
    }
    const agent = steps.read((ctx) => findClaimingAgent(ctx.tx, name))
    known.set(key, { agent, readAt: now() })
    const found = await agent
    if (!found) throw agentNotFound()
    return found
  }
}

/** An agent token names its own agent; an API key acts on behalf of the one in the request. */
function agentName(actor: Actor, given: string | undefined): string {
  if (actor.kind === 'agent') {
    if (given === undefined || given === actor.id) return actor.id
    throw agentNotFound()
  }
  if (given !== undefined) return given
  const message = 'is required with an API key: send the name of the agent that claims'
  throw fieldProblem('invalid_request', [bodyError('/agent', 'required', message)])
}

/** The queues to claim from. */
export function allowedQueues(
  agent: ClaimingAgent,
  wanted: readonly string[] | undefined,
): readonly string[] {
  if (!wanted) return agent.queues
  const other = wanted.find((queue) => !agent.queues.includes(queue))
  if (other !== undefined) throw queueNotAllowed(agent.name, other, agent.queues)
  return wanted
}
