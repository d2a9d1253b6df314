// Operations called from inside another request, such as a tool call: same input checks, transactions and responses as at
// their own paths.
import {
  type AnyOperationId,
  type BodyOf,
  type Operation,
  type OperationId,
  type Operations,
  operations,
  type ReplyOf,
} from '@task-service/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AnswerOperation, type Bind, compileOperation } from '../route.ts'

/** The request whose caller the operation is called for. */
export type Visit = { request: FastifyRequest; reply: FastifyReply }

export type CallInput = {
  params?: Record<string, string>
  query?: Record<string, string | string[]>
  body?: unknown
  idempotencyKey?: string
}

/** Not that of 304: no request of a call is conditional. */
type BodyOfReply<Reply> = Reply extends { body: infer Body } ? NonNullable<Body> : undefined

export type CallOperation = <Id extends OperationId>(
  id: Id,
  input: CallInput & { body?: BodyOf<Operations[Id]> },
) => Promise<BodyOfReply<ReplyOf<Operations[Id]>>>

export type OperationCalls = { bind: Bind; callFor: (visit: Visit) => CallOperation }

export function createOperationCalls(): OperationCalls {
  const answers = new Map<AnyOperationId, AnswerOperation>()
  return {
    bind: (id, run) => void answers.set(id, compileOperation(id, run)),
    callFor:
      ({ request, reply }) =>
      async (id, input) => {
        const answer = answers.get(id)
        if (!answer) throw new Error(`the operation ${id} cannot be called`)
        const { body } = await answer(requestFor(request, operations[id], input), reply)
        return body === '' ? undefined : JSON.parse(body) // printed by the schema that is its type
      },
  }
}

/** What operations and the steps around them use. */
type CalledRequest = Pick<
  FastifyRequest,
  | 'id'
  | 'raw'
  | 'log'
  | 'caller'
  | 'wide'
  | 'response'
  | 'method'
  | 'url'
  | 'params'
  | 'query'
  | 'body'
  | 'headers'
>

/**
 * Of the same caller and connection, with the path, the body and the headers of the operation. A plain object: with the request
 * as its prototype, a tool call takes about a sixth longer.
 */
function requestFor(
  { id, raw, log, caller, wide, response }: FastifyRequest,
  operation: Operation,
  { params = {}, query = {}, body, idempotencyKey: key }: CallInput,
): FastifyRequest {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = printQuery(query)
  const called: CalledRequest = {
    id,
    raw,
    log,
    caller,
    wide,
    response,
    method: operation.method,
    url: search === '' ? path : `${path}?${search}`,
    params,
    query,
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  }
  return called as FastifyRequest // see CalledRequest
}

function printQuery(query: Record<string, string | string[]>): string {
  const pairs: string[] = []
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      pairs.push(`${name}=${encodeURIComponent(item)}`)
    }
  }
  return pairs.join('&')
}
