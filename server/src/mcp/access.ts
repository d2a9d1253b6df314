// Which tools a caller may use, and which tasks it may read. An agent's permission is read with its token, so a change applies
// in all processes within a second, as does revoking the token.
import { mcpTools, TOOL_NAMES, type ToolName } from '@task-service/contract'
import type { Caller } from '#http/request-state.ts'
import type { CallOperation } from '#http/steps/operation-calls.ts'
import { Problem } from '#lib/problem.ts'

export const TOOLSETS = ['all', 'readonly'] as const
export type Toolset = (typeof TOOLSETS)[number]

export type Access = { caller: Caller; toolset: Toolset }

/** With an API key, all tasks of the tenant can be read. */
const readsBeyondClaim = ({ agent }: Caller): boolean => agent?.readsBeyondClaim ?? true

const isInToolset = (name: ToolName, toolset: Toolset) =>
  toolset === 'all' || 'readOnly' in mcpTools[name]

const isPermitted = (name: ToolName, caller: Caller) =>
  !('readsBeyondClaim' in mcpTools[name]) || readsBeyondClaim(caller)

export function listOffered({ caller, toolset }: Access): ToolName[] {
  return TOOL_NAMES.filter((name) => isInToolset(name, toolset) && isPermitted(name, caller))
}

export function requireOffered(name: ToolName, { caller, toolset }: Access): void {
  if (!isInToolset(name, toolset)) {
    throw new Problem('tool_not_allowed', `${name} is not available at /mcp/readonly. Use /mcp.`)
  }
  if (!isPermitted(name, caller)) {
    throw new Problem(
      'tool_not_allowed',
      `The agent ${caller.agent?.name} cannot use ${name}, because reads_beyond_claim is off.`,
    )
  }
}

/** Passes if the agent reads beyond its claims or has a live run of the task. */
export async function requireReadable(
  task: string,
  caller: Caller,
  call: CallOperation,
): Promise<void> {
  const { agent } = caller
  if (!agent || readsBeyondClaim(caller)) return
  const state = ['working', 'parked']
  const runs = await call('runs.list', { query: { task, agent: agent.name, state, limit: '1' } })
  if (runs.data.length > 0) return
  throw new Problem(
    'tool_not_allowed',
    `The agent ${agent.name} can only read tasks that it has claimed, because reads_beyond_claim is off.`,
  )
}
