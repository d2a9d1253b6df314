// The calls in flight in the process, each with its own context, requests and cancellation.
import type {
  Context,
  EdgeClient,
  EdgeRows,
  EdgeStatement,
  HttpResponse,
  Plugin,
} from '@task-service/kit'
import type { FromProcess, ToProcess, WireFailure } from '#agent/process/messages.ts'
import { type Batch, gather } from './batches.ts'
import { invoke } from './invoke.ts'
import { describeThrown } from './thrown.ts'

type CallMessage = Extract<ToProcess, { type: 'call' }>
type Call = { controller: AbortController; next?: () => void }
type Asked = { resolve: (answer: unknown) => void; reject: (error: Error) => void }

export type CallsOptions = {
  plugin: Plugin
  send: (message: FromProcess) => void
  /** Of the same class that the integration imports. */
  makeFailure: (failure: WireFailure) => Error
}

export class Calls {
  readonly #options: CallsOptions
  readonly #calls = new Map<number, Call>()
  readonly #asked = new Map<number, Asked>()
  #lastId = 0

  constructor(options: CallsOptions) {
    this.#options = options
  }

  handle(message: Exclude<ToProcess, { type: 'start' }>): void {
    if (message.type === 'call') void this.#begin(message)
    else if (message.type === 'answer' || message.type === 'noAnswer') {
      const asked = this.#asked.get(message.id)
      this.#asked.delete(message.id)
      if (message.type === 'answer') asked?.resolve(message.response)
      else asked?.reject(this.#options.makeFailure(message.failure))
    } else {
      if (message.type === 'abort') this.#calls.get(message.id)?.controller.abort()
      this.#calls.get(message.id)?.next?.()
    }
  }

  async #begin(message: CallMessage): Promise<void> {
    const { id, method, args } = message
    const { plugin, send } = this.#options
    const call: Call = { controller: new AbortController() }
    this.#calls.set(id, call)
    try {
      const ctx = this.#contextOf(message, call.controller.signal)
      const value = await invoke(plugin, ctx, method, args)
      if (method === 'pull') await this.#deal(id, call, gather(value))
      send({ type: 'reply', id, value: method === 'pull' ? null : (value ?? null) })
    } catch (error) {
      send({ type: 'failure', id, failure: describeThrown(error) })
    } finally {
      this.#calls.delete(id)
      // The engine keeps the text of the last match (`RegExp.$_`), which may belong to another tenant.
      if (this.#calls.size === 0) /^/.exec('')
    }
  }

  /** One batch at a time; the integration waits until the host requests the next one. */
  async #deal(id: number, call: Call, batches: AsyncIterable<Batch>): Promise<void> {
    for await (const batch of batches) {
      // The host has aborted the call and will not request another batch.
      if (call.controller.signal.aborted) break
      const { promise, resolve } = Promise.withResolvers<void>()
      call.next = resolve
      this.#options.send({ type: 'reply', id, value: batch, more: true })
      await promise
      if (call.controller.signal.aborted) break
    }
  }

  #contextOf({ id, config, self, edge }: CallMessage, signal: AbortSignal): Context {
    const { send } = this.#options
    return {
      config: Object.freeze(config),
      secret: (name) => Object.freeze({ secret: textOf(name) }),
      http: { request: (request) => this.#ask<HttpResponse>('request', id, request) },
      ...(edge && { edge: this.#edgeOf(id) }),
      log: (message, facts) =>
        send({ type: 'log', call: id, message: textOf(message), ...(facts && { facts }) }),
      signal,
      now: () => new Date(),
      ...(self && { self }),
    }
  }

  #edgeOf(call: number): EdgeClient {
    return {
      run: (request) => this.#ask<EdgeRows>('edge', call, request),
      statements: (connector) => this.#ask<EdgeStatement[]>('edge', call, { connector }),
    }
  }

  // oxlint-disable-next-line no-unnecessary-type-parameters -- the request determines the type of the response
  #ask<T>(type: 'request' | 'edge', call: number, request: unknown): Promise<T> {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      // First: a value that JSON cannot represent throws here, into the integration.
      this.#options.send({ type, id, call, request })
      this.#asked.set(id, { resolve: (answer) => resolve(answer as T), reject }) // the host wrote it
    })
  }
}

/** Not every integration is type-checked. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value)
