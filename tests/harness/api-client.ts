// A small client of the API under test. Whatever comes back is held to the contract before a test sees it.
import assert from 'node:assert/strict'
import type { Readable } from 'node:stream'
import {
  agentPath,
  type ErrorCode,
  type OperationId,
  type Operations,
  operations,
  type Problem,
  type ReplyOf,
  type Task,
  type TaskCreate,
} from '@task-service/contract'
import { checkAnswer, findOperation } from './answer-check.ts'
import type { TestApi } from './deployment.ts'
import type { TestTenant } from './service.ts'

type QueryValue = string | number
export type CallInput = {
  params?: Record<string, string>
  query?: Record<string, QueryValue | QueryValue[]>
  /** Anything, because tests also send what the contract refuses. */
  body?: unknown
  /** The content of a file, sent as it is. */
  file?: string | Buffer | Readable
  headers?: Record<string, string>
}

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  url: string
  headers?: Record<string, string>
  payload?: string | Buffer | Readable
}

export type Reply<Body> = {
  status: number
  headers: Record<string, string | undefined>
  text: string
  /** Of a success; throws when the answer is a problem, and says which. */
  readonly body: Body
  /** Of a failure; throws when the answer is a success. */
  readonly problem: Problem
}

/** Of the answer with a body, where there is one; a 304 has none and is asked for its status. */
export type BodyOfReply<Id extends OperationId> = [Exclude<AnyBody<Id>, null>] extends [never]
  ? null
  : Exclude<AnyBody<Id>, null>

type AnyBody<Id extends OperationId> = ReplyOf<Operations[Id]>['body']

export type Seen = { id: OperationId | undefined; status: number; code: ErrorCode | undefined }

export class ApiClient {
  readonly tenant: TestTenant
  /** Every answer so far, for tests that ask whether something was shown at all. */
  readonly seen: Seen[] = []
  readonly #api: TestApi
  readonly #token: string | undefined

  /** With a token it is an agent, and calls operations below `/agent`. */
  constructor(api: TestApi, tenant: TestTenant, token?: string) {
    this.#api = api
    this.tenant = tenant
    this.#token = token
  }

  asAgent(token: string): ApiClient {
    return new ApiClient(this.#api, this.tenant, token)
  }

  call<Id extends OperationId>(id: Id, input: CallInput = {}): Promise<Reply<BodyOfReply<Id>>> {
    const { method } = operations[id]
    const hasBody = input.body !== undefined
    const url = urlOf(id, input)
    return this.send({
      method,
      url: this.#token === undefined ? url : agentPath(url),
      headers: { ...(hasBody && { 'content-type': 'application/json' }), ...input.headers },
      ...(hasBody && { payload: JSON.stringify(input.body) }),
      ...(input.file !== undefined && { payload: input.file }),
    })
  }

  /** Any request at all, with this tenant's host and key unless `headers` say otherwise. */
  async send<Body = unknown>(options: RequestOptions): Promise<Reply<Body>> {
    const { tenant } = this
    const headers = { host: tenant.host, ...this.#credential(), ...options.headers }
    const response = await this.#api.app.inject({ ...options, headers })
    const reply: Reply<Body> = toReply(response.statusCode, response.headers, response.body)
    const id = findOperation(options.method ?? 'GET', options.url)
    checkAnswer(id, reply)
    const code = reply.status < 400 ? undefined : reply.problem.code
    this.seen.push({ id, status: reply.status, code })
    return reply
  }

  #credential(): Record<string, string> {
    if (this.#token !== undefined) return { authorization: `Bearer ${this.#token}` }
    return { 'x-api-key': this.tenant.key }
  }

  /** HEAD has no schema of its own: it is GET without the body. */
  async head(url: string): Promise<{ status: number; text: string; etag: string | undefined }> {
    const { host, key } = this.tenant
    const headers = { host, 'x-api-key': key }
    const answer = await this.#api.app.inject({ method: 'HEAD', url, headers })
    return { status: answer.statusCode, text: answer.body, etag: answer.headers.etag }
  }

  /** All items of a list by following `Link`, page by page. */
  async follow<Item>(url: string): Promise<Item[]> {
    const found: Item[] = []
    for (let next: string | undefined = url; next; ) {
      const reply: Reply<{ data: Item[]; next_cursor: string | null }> = await this.send({
        url: next,
      })
      found.push(...reply.body.data)
      next = /^<([^>]+)>; rel="next"$/.exec(reply.headers['link'] ?? '')?.[1]
      const cursor =
        next === undefined ? null : new URL(next, 'http://x').searchParams.get('cursor')
      assert.equal(reply.body.next_cursor, cursor, 'Link and next_cursor lead to the same page')
    }
    return found
  }

  async create(input: Partial<TaskCreate> = {}): Promise<Task> {
    return (await this.call('tasks.create', { body: { title: 'A task', ...input } })).body
  }

  async get(reference: string): Promise<Task> {
    return (await this.call('tasks.get', { params: { task: reference } })).body
  }
}

function urlOf(id: OperationId, { params = {}, query = {} }: CallInput): string {
  const path = operations[id].path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    assert.ok(value !== undefined, `${id} needs the parameter ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of [value].flat()) search.append(name, String(item))
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path
}

function toReply<Body>(
  status: number,
  headers: Record<string, unknown>,
  text: string,
): Reply<Body> {
  return {
    status,
    headers: headers as Record<string, string | undefined>, // the API sets each header once
    text,
    get body() {
      assert.ok(status < 400, `expected a success, got ${text}`)
      return (text === '' ? null : JSON.parse(text)) as Body // checked against the contract on arrival
    },
    get problem() {
      assert.ok(status >= 400, `expected a problem, got ${status} ${text.slice(0, 200)}`)
      return JSON.parse(text) as Problem // checked against the contract on arrival
    },
  }
}
