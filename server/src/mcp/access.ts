// Which tools a caller may use. An agent gets its permissions from its settings, read again for every call, so that a
// change applies at once.
import { type Agent, mcpTools, TOOL_NAMES, type ToolName } from '@task-service/contract'
import type { Caller } from '#http/request-state.ts'
import type { CallOperation } from '#http/steps/operation-calls.ts'
import { Problem } from '#lib/problem.ts'

export type Principal = { agent: Agent | undefined }
export const TOOLSETS = ['all', 'readonly'] as const
export type Toolset = (typeof TOOLSETS)[number]

export async function findPrincipal(caller: Caller, call: CallOperation): Promise<Principal> {
  if (!caller.agent) return { agent: undefined }
  return { agent: await call('agents.get', { params: { agent: caller.agent.name } }) }
}

/** An agent without `reads_beyond_claim` sees the tasks it has claimed, and no others. */
const needsToReadBeyondClaim: ReadonlySet<ToolName> = new Set(['find_tasks'])

export function isOffered(name: ToolName, toolset: Toolset, { agent }: Principal): boolean {
  if (toolset === 'readonly' && !('readOnly' in mcpTools[name])) return false
  return !agent || agent.reads_beyond_claim || !needsToReadBeyondClaim.has(name)
}

export function listOffered(toolset: Toolset, principal: Principal): ToolName[] {
  return TOOL_NAMES.filter((name) => isOffered(name, toolset, principal))
}

export function requireOffered(name: ToolName, toolset: Toolset, principal: Principal): void {
  if (isOffered(name, toolset, principal)) return
  throw new Problem(
    'tool_not_allowed',
    toolset === 'readonly' && !('readOnly' in mcpTools[name])
      ? `${name} is not available at /mcp/readonly. Use /mcp.`
      : `The agent ${principal.agent?.name} cannot use ${name}, because reads_beyond_claim is off.`,
  )
}

/** Throws unless the agent may read the task: it reads beyond its claims, or has a live run of the task. */
export async function requireReadable(
  task: string,
  { agent }: Principal,
  call: CallOperation,
): Promise<void> {
  if (!agent || agent.reads_beyond_claim) return
  const runs = await call('runs.list', {
    query: { task, agent: agent.name, state: ['working', 'parked'], limit: '1' },
  })
  if (runs.data.length > 0) return
  throw new Problem(
    'tool_not_allowed',
    `The agent ${agent.name} can only read tasks that it has claimed, because reads_beyond_claim is off.`,
  )
}
