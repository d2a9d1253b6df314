// Which tools a caller may use, and which tasks it may read. An agent gets its permissions from its settings, read again for
// every call, so that a change applies at once.
import { mcpTools, TOOL_NAMES, type ToolName } from '@task-service/contract'
import type { Caller } from '#http/request-state.ts'
import type { CallOperation } from '#http/steps/operation-calls.ts'
import { Problem } from '#lib/problem.ts'

export const TOOLSETS = ['all', 'readonly'] as const
export type Toolset = (typeof TOOLSETS)[number]

export type Access = {
  caller: Caller
  toolset: Toolset
  /** Whether the caller sees other tasks than those it has claimed. */
  readsBeyondClaim: () => Promise<boolean>
}

const isInToolset = (name: ToolName, toolset: Toolset) =>
  toolset === 'all' || 'readOnly' in mcpTools[name]

const needsToReadBeyondClaim = (name: ToolName) => 'readsBeyondClaim' in mcpTools[name]

export async function listOffered({ toolset, readsBeyondClaim }: Access): Promise<ToolName[]> {
  const readsBeyond = await readsBeyondClaim()
  return TOOL_NAMES.filter(
    (name) => isInToolset(name, toolset) && (readsBeyond || !needsToReadBeyondClaim(name)),
  )
}

/** Runs a tool if it is offered to the caller. */
export async function runIfOffered<T>(
  name: ToolName,
  { caller, toolset, readsBeyondClaim }: Access,
  run: () => Promise<T>,
): Promise<T> {
  if (!isInToolset(name, toolset)) {
    throw new Problem('tool_not_allowed', `${name} is not available at /mcp/readonly. Use /mcp.`)
  }
  if (!needsToReadBeyondClaim(name)) return run()
  // It only reads, so it can start before the permission is known.
  return onceAllowed(
    readsBeyondClaim(),
    `The agent ${caller.agent?.name} cannot use ${name}, because reads_beyond_claim is off.`,
    run(),
  )
}

/** Reads a task, if the agent reads beyond its claims or has a live run of the task. */
export function readIfReadable<T>(
  task: string,
  { caller: { agent }, readsBeyondClaim }: Pick<Access, 'caller' | 'readsBeyondClaim'>,
  call: CallOperation,
  read: () => Promise<T>,
): Promise<T> {
  const isReadable = async () => {
    if (!agent || (await readsBeyondClaim())) return true
    const state = ['working', 'parked']
    const runs = await call('runs.list', { query: { task, agent: agent.name, state, limit: '1' } })
    return runs.data.length > 0
  }
  const refusal = `The agent ${agent?.name} can only read tasks that it has claimed, because reads_beyond_claim is off.`
  return onceAllowed(isReadable(), refusal, read())
}

/** Both run at the same time. What was read, or that it does not exist, is seen by no one without permission. */
async function onceAllowed<T>(
  permission: Promise<boolean>,
  refusal: string,
  read: Promise<T>,
): Promise<T> {
  read.catch(() => undefined)
  if (!(await permission)) throw new Problem('tool_not_allowed', refusal)
  return read
}
