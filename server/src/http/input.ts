// From a raw request to the typed input of an operation.

import {
  type AnyOperationId,
  type AnyOperations,
  type BodyOf,
  IdempotencyKey,
  IfMatch,
  IfNoneMatch,
  type Operation,
  type ParamsOf,
  type QueryOf,
} from '@task-service/contract'
import type { FastifyRequest } from 'fastify'
import type { ClientTrace } from '#lib/network-of.ts'
import { compileCheck } from './validation.ts'

export type Input<Id extends AnyOperationId> = InputOf<AnyOperations[Id]>

export type InputOf<Entry extends Operation> = {
  params: ParamsOf<Entry>
  query: QueryOf<Entry>
  body: BodyOf<Entry>
  /** Empty when the caller sent no `If-Match`. */
  ifMatch: IfMatchInput
  ifNoneMatch: string | undefined
  idempotencyKey: string | undefined
  /** Set by the precheck of the operation, if it has one. */
  prepared?: Prepared
}

/** What was computed before the transaction. */
export type Prepared = {
  passwordHash?: string
  hosts?: readonly string[]
  client?: ClientTrace
}

/** `*` matches any existing version (RFC 9110 §13.1.1). */
export type IfMatchInput = { version?: number; exists?: true }

export const headersSchema = {
  type: 'object',
  properties: {
    'idempotency-key': IdempotencyKey,
    'if-match': IfMatch,
    'if-none-match': IfNoneMatch,
  },
}
const checkHeaders = compileCheck('header', headersSchema)

type QuerySchema = { properties: Record<string, { type?: string }> }

/** Query strings contain only text: integers, booleans and single list items are converted to the type of their schema. */
function typedQuery(schema: QuerySchema, raw: Record<string, string | string[]>): object {
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => {
      const type = schema.properties[name]?.type
      if (type === 'array' && typeof value === 'string') return [name, [value]]
      if (type === 'boolean' && (value === 'true' || value === 'false')) {
        return [name, value === 'true']
      }
      if (type === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value)) {
        return [name, Number(value)]
      }
      return [name, value]
    }),
  )
}

export type ReadInput<Entry extends Operation> = (request: FastifyRequest) => InputOf<Entry>

export function compileInput<Entry extends Operation>(operation: Entry): ReadInput<Entry> {
  const checkParams = operation.params && compileCheck('path', operation.params)
  const checkQuery = compileCheck('query', operation.query)
  const checkBody = operation.body && compileCheck('body', operation.body)
  return (request) => {
    checkParams?.(request.params)
    const query = typedQuery(
      operation.query,
      request.query as Record<string, string | string[]>, // as returned by the query string parser
    )
    checkQuery(query)
    checkBody?.(request.body)
    const headers = relevantHeaders(operation, request)
    checkHeaders(headers)
    const input = {
      params: request.params,
      query,
      body: request.body,
      ifMatch: parseIfMatch(headers['if-match']),
      ifNoneMatch: headers['if-none-match'],
      idempotencyKey: headers['idempotency-key'],
    }
    return input as InputOf<Entry> // all parts were checked against the schemas these types come from
  }
}

function relevantHeaders(
  operation: Operation,
  request: FastifyRequest,
): Partial<Record<'idempotency-key' | 'if-match' | 'if-none-match', string>> {
  const key = operation.idempotencyKey && request.headers['idempotency-key']
  const match = operation.ifMatch && request.headers['if-match']
  const noneMatch = operation.ifNoneMatch && request.headers['if-none-match']
  return {
    ...(key !== undefined && { 'idempotency-key': String(key) }),
    ...(match !== undefined && { 'if-match': match }),
    ...(noneMatch !== undefined && { 'if-none-match': noneMatch }),
  }
}

function parseIfMatch(header: string | undefined): IfMatchInput {
  if (header === undefined) return {}
  if (header === '*') return { exists: true }
  return { version: Number(header.slice(1, -1)), exists: true }
}
