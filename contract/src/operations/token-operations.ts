// Operations as agents call them: with an agent token, below /agent.
import type { Operation } from '../operation.ts'
import { type OperationId, operations } from './operations.ts'

export const AGENT_PREFIX = '/agent'

/** `/api/runs/{run}` is `/agent/runs/{run}` for agents. */
export function agentPath(path: string): `/agent/${string}` {
  return path.replace(/^\/api\//, `${AGENT_PREFIX}/`) as `/agent/${string}` // every path of the API starts with /api/
}

export function acceptsAgentToken(id: OperationId): boolean {
  const entry: Operation = operations[id]
  return entry.agentToken === true
}

export const tokenOperations: { readonly [Id in OperationId]?: Operation } = Object.fromEntries(
  Object.entries<Operation>(operations)
    .filter(([id]) => acceptsAgentToken(id as OperationId)) // keys of the table
    .map(([id, entry]) => [id, { ...entry, path: agentPath(entry.path) }]),
)
