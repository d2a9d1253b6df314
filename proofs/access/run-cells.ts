// Sends the request of each cell, and compares the response with what the cell expects.
import { type ErrorCode, errors } from '@task-service/contract'
import { type Answer, createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { OWN } from '../../tests/harness/dashboard/dashboard.ts'
import { ACCEPT, readRpc, toolCall } from '../../tests/harness/work/rpc.ts'
import type { Cell } from './cells.ts'

export type Tally = { cells: number; denials: number; wrong: number }

/** What a caller gets who may not do something. An open operation returns none of these. */
const DENIALS: ReadonlySet<string> = new Set<ErrorCode>([
  'unauthenticated',
  'agent_unauthenticated',
  'sign_in_required',
  'password_change_required',
  'cross_site_request',
  'origin_not_allowed',
  'tenant_suspended',
  'route_not_found',
  'method_not_allowed',
  'tool_not_allowed',
  'agent_paused',
  'effects_forbidden',
])
const CONNECTIONS = 8
/** Of each principal: one fault shows in hundreds of cells. */
const LOGGED = 2

export async function runCells(
  url: string,
  cells: readonly Cell[],
  log: (line: string) => void,
): Promise<Tally> {
  const caller = createApiCaller(CONNECTIONS)
  const waiting = cells.values()
  const tally = { cells: 0, denials: 0, wrong: 0 }
  const wrongBy = new Map<string, number>()
  const work = async () => {
    for (const cell of waiting) {
      const answer = await caller.call(url + cell.path, requestOf(cell))
      tally.cells++
      if (cell.expected !== 'open') tally.denials++
      if (isAsExpected(cell, answer)) continue
      tally.wrong++
      const { name } = cell.principal
      const count = (wrongBy.get(name) ?? 0) + 1
      wrongBy.set(name, count)
      if (count <= LOGGED) log(describe(cell, answer))
    }
  }
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, work))
  } finally {
    caller.close()
  }
  return tally
}

function requestOf({ principal, method, tool }: Cell) {
  const headers = { ...OWN, host: principal.host, ...principal.headers }
  if (!tool) return { method, headers }
  // Rejected by the tool itself, so that it has no effect.
  const message = toolCall(tool, { unknown_field: true })
  return { method, headers: { ...headers, ...message.headers, accept: ACCEPT }, body: message.body }
}

function isAsExpected({ expected, tool }: Cell, answer: Answer): boolean {
  const code = codeOf(answer)
  if (expected === 'open') {
    const isArrived = tool ? code === 'invalid_request' : !DENIALS.has(code)
    return answer.status < 500 && isArrived
  }
  const isDenied = expected.some((one) => one === code)
  // The result of a tool is a successful response.
  const statuses = tool && code === 'tool_not_allowed' ? [200] : [errors[code as ErrorCode]?.status]
  return isDenied && statuses.includes(answer.status)
}

/** Of an error of the service, or of the result of a tool. */
function codeOf({ body }: Answer): string {
  const inResult = readRpc(body)?.result?.structuredContent?.error?.code
  if (inResult !== undefined) return inResult
  try {
    return (JSON.parse(body) as { code?: string } | null)?.code ?? '' // as every problem has
  } catch {
    return ''
  }
}

function describe(cell: Cell, answer: Answer): string {
  const { principal, id, method, path, expected } = cell
  const wanted = expected === 'open' ? 'to be accepted' : expected.join(' or ')
  return `${principal.name}: ${method} ${path} (${id}) returned ${answer.status} ${codeOf(answer)}, expected ${wanted}`
}
