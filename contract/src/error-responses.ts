// Error responses of operations in the OpenAPI document. Those that several operations share are components, so that a
// third of the document is not repetition.
import { commonErrors, type ErrorCode, errors, type StatusOf } from './errors.ts'
import type { Operation } from './operation.ts'

type Json = Record<string, unknown>
type ErrorResponse = { readonly status: number; readonly codes: readonly ErrorCode[] }

type CommonStatus = StatusOf<(typeof commonErrors)[number]>

/** Of responses that any operation can return. */
const statusNames: Readonly<Record<CommonStatus, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  408: 'RequestTimeout',
  421: 'MisdirectedRequest',
  429: 'TooManyRequests',
  431: 'RequestHeaderFieldsTooLarge',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
}

const common = new Set<ErrorCode>(commonErrors)

/** Agents have a credential of another kind. */
const agentErrors = commonErrors.map((code) =>
  code === 'unauthenticated' ? 'agent_unauthenticated' : code,
)

function responsesOf(entry: Operation): ErrorResponse[] {
  const general = entry.path.startsWith('/agent/') ? agentErrors : commonErrors
  const codes = [...new Set<ErrorCode>([...entry.errors, ...general])]
  const byStatus = Map.groupBy(codes, (code) => errors[code].status)
  return [...byStatus].map(([status, ofStatus]) => ({ status, codes: ofStatus }))
}

const pascalCase = (code: string): string =>
  code.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

function nameOf({ status, codes }: ErrorResponse): string {
  const specific = codes.filter((code) => !common.has(code))
  if (specific.length === 0) return statusNames[status as CommonStatus] // all codes are common
  // Sorted, so that operations with the same codes share a response, whatever their order.
  return specific.toSorted().map(pascalCase).join('Or')
}

const print = ({ codes }: ErrorResponse): Json => ({
  description: codes.map((code) => `\`${code}\`: ${errors[code].when}`).join(' '),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

export type ErrorResponses = {
  readonly components: Json
  readonly of: (entry: Operation) => Json
}

export function createErrorResponses(entries: readonly Operation[]): ErrorResponses {
  const all = entries.flatMap(responsesOf)
  const uses = Map.groupBy(all, nameOf)
  const isShared = (response: ErrorResponse) => (uses.get(nameOf(response))?.length ?? 0) > 1
  const shared = [...uses].flatMap(([name, [first]]) =>
    first && isShared(first) ? [[name, print(first)] as const] : [],
  )
  return {
    components: Object.fromEntries(shared.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    of: (entry) =>
      Object.fromEntries(
        responsesOf(entry).map((response) => [
          String(response.status),
          isShared(response)
            ? { $ref: `#/components/responses/${nameOf(response)}` }
            : print(response),
        ]),
      ),
  }
}
