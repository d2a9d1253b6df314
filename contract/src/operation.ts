// What an operation is: the one description from which routes, types, OpenAPI, docs and tests follow.
import type { Static, TObject, TSchema } from 'typebox'
import type { commonErrors, ErrorCode, StatusOf } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type StreamType = 'text/event-stream' | 'text/csv' | 'application/x-ndjson'

export type Success = {
  description: string
  body?: TSchema
  /** Media types of a streamed response, which has no other body. Several where the caller chooses one. */
  stream?: readonly StreamType[]
  /** The content of a file, of any type. */
  file?: true
  /** Response headers that carry meaning. */
  headers?: readonly ('Location' | 'ETag' | 'Link')[]
}

export type Operation = {
  method: Method
  path: `/api/${string}` | `/ui/${string}` | `/agent/${string}`
  tag: string
  summary: string
  description?: string
  params?: TObject
  query: TObject
  body?: TSchema
  /** The body is a file of any type. It is streamed, and not limited by the size of other bodies. */
  file?: true
  success: Partial<Record<200 | 201 | 202 | 204 | 304, Success>>
  errors: readonly ErrorCode[]
  /** Accepts `Idempotency-Key`: a retry returns the first response. */
  idempotencyKey?: true
  /** A POST that can be repeated: it changes nothing, or the same body changes nothing the second time. */
  isRepeatable?: true
  /** Accepts `If-Match`: returns 412 if the object has changed. */
  ifMatch?: true
  /** Accepts `If-None-Match`: returns 304 without a body if nothing has changed. */
  ifNoneMatch?: true
  /** Also served below `/agent`, to callers with an agent token. */
  agentToken?: true
  /** Accepts `Last-Event-ID`: resumes after that event. */
  lastEventId?: true
}

/** Keeps the literal types of one entry, so that handlers and tests are typed by it. */
export function operation<const T extends Operation>(entry: T): T {
  return entry
}

type StaticOrEmpty<S> = S extends TSchema ? Static<S> : undefined

export type ParamsOf<T extends Operation> = StaticOrEmpty<T['params']>
export type QueryOf<T extends Operation> = Static<T['query']>
export type BodyOf<T extends Operation> = StaticOrEmpty<T['body']>
export type SuccessStatusOf<T extends Operation> = keyof T['success'] & number
export type ErrorStatusOf<T extends Operation> = StatusOf<T['errors'][number]>
export type CommonErrorStatus = StatusOf<(typeof commonErrors)[number]>

/** The value a handler returns, by status. */
export type ReplyOf<T extends Operation> = {
  [S in SuccessStatusOf<T>]: {
    status: S
    body: T['success'][S] extends { body: infer B extends TSchema } ? Static<B> : null
    headers?: Record<string, string>
  }
}[SuccessStatusOf<T>]
