// The matrix: every principal at every operation and every tool, with the response that the contract declares.
import {
  type ErrorCode,
  mcpTools,
  type Operation,
  operations,
  TOOL_NAMES,
  type ToolDefinition,
  type ToolName,
  tokenOperations,
  uiOperations,
} from '@task-service/contract'
import { MOUNTS, type Mount, type Principal } from './principals.ts'

/** Repeated from the contract: an operation that is opened to agents by mistake differs from this list. */
const FOR_AGENTS = [
  'questions.create',
  'runs.claim',
  'runs.claim_task',
  'runs.complete',
  'runs.fail',
  'runs.get',
  'runs.heartbeat',
  'runs.preview_effects',
  'runs.release',
]
const FOR_READERS = ['whoami', 'find_tasks', 'get_task']
const FOR_AGENTS_THAT_READ_BEYOND = ['find_tasks']

/** With a password that others know, a user can only replace it. */
const WITH_A_KNOWN_PASSWORD = ['me.get', 'me.change_password', 'me.sign_out']

export type Cell = {
  principal: Principal
  /** Of the operation or the tool. */
  id: string
  method: string
  path: string
  tool?: ToolName
  /** One of these codes, or that the request gets as far as the operation. */
  expected: 'open' | readonly ErrorCode[]
}

const REFUSALS: Record<Exclude<Mount, 'mcp'>, ErrorCode> = {
  api: 'unauthenticated',
  agent: 'agent_unauthenticated',
  ui: 'sign_in_required',
}
const PREFIXES = { api: '/api/', agent: '/agent/', ui: '/ui/api/' }
const NOT_SERVED = ['route_not_found', 'method_not_allowed'] as const

export function listCells(principals: readonly Principal[]): Cell[] {
  return principals.flatMap((principal) => [...restCells(principal), ...toolCells(principal)])
}

/** Differences between the contract and the lists above. */
export function countSurprises(): number {
  return (
    countDifferences(Object.keys(tokenOperations), FOR_AGENTS) +
    countDifferences(toolsWith('readOnly'), FOR_READERS) +
    countDifferences(toolsWith('readsBeyondClaim'), FOR_AGENTS_THAT_READ_BEYOND)
  )
}

const countDifferences = (found: readonly string[], wanted: readonly string[]): number =>
  [...found, ...wanted].filter((one) => !found.includes(one) || !wanted.includes(one)).length

const toolsWith = (property: keyof ToolDefinition): string[] =>
  Object.entries<ToolDefinition>(mcpTools).flatMap(([name, tool]) => (tool[property] ? [name] : []))

function restCells(principal: Principal): Cell[] {
  const table = Object.entries<Operation>({ ...operations, ...uiOperations })
  return MOUNTS.filter((mount) => mount !== 'mcp').flatMap((mount) =>
    table.map(([id, { method, path }]) => ({
      principal,
      id,
      method,
      path: concrete(path.replace(/^\/(ui\/)?api\//, PREFIXES[mount])),
      expected: expectedOf(principal, mount, id),
    })),
  )
}

/** No id of these exists, and no body is sent: what an open operation returns is an error of its own, or a list. */
const concrete = (path: string) => path.replaceAll(/\{(\w+)\}/g, 'no-such-$1')

function expectedOf({ at }: Principal, mount: Exclude<Mount, 'mcp'>, id: string): Cell['expected'] {
  const answer = at[mount] ?? REFUSALS[mount]
  if (answer === 'password_change_required' && WITH_A_KNOWN_PASSWORD.includes(id)) return 'open'
  if (answer !== 'open') return [answer]
  return isServed(mount, id) ? 'open' : NOT_SERVED
}

function isServed(mount: Exclude<Mount, 'mcp'>, id: string): boolean {
  if (mount === 'ui') return true
  return mount === 'api' ? id in operations : id in tokenOperations
}

function toolCells(principal: Principal): Cell[] {
  return ['/mcp', '/mcp/readonly'].flatMap((path) =>
    TOOL_NAMES.map((tool) => ({
      principal,
      id: tool,
      method: 'POST',
      path,
      tool,
      expected: expectedOfTool(principal, path, tool),
    })),
  )
}

function expectedOfTool(
  { at, headers, flags }: Principal,
  path: string,
  name: ToolName,
): Cell['expected'] {
  const isKey = 'x-api-key' in headers
  const answer = at.mcp ?? (isKey ? 'unauthenticated' : 'agent_unauthenticated')
  if (answer !== 'open') return [answer]
  const tool: ToolDefinition = mcpTools[name]
  const isOffered =
    (path === '/mcp' || tool.readOnly) &&
    (!tool.readsBeyondClaim || !flags || flags.reads_beyond_claim)
  return isOffered ? 'open' : ['tool_not_allowed']
}
