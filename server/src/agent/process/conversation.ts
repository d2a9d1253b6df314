// The calls in flight of one process. A call ends with its result, with its timeout, or with the process.
import {
  type EdgeRows,
  type EdgeStatement,
  Failure,
  type HttpRequest,
  type HttpResponse,
  isFailure,
} from '@task-service/kit'
import type { HostLimits } from '#agent/limits.ts'
import { type EdgeQuestion, readEdgeQuestion, readRequest } from '#agent/shapes/message.ts'
import { readFailure, writeFailure } from './failure-words.ts'
import type { FromProcess, ToProcess } from './messages.ts'
import { type PluginPlace, type PluginProcess, startPluginProcess } from './plugin-process.ts'
import { ProcessFailure } from './process-failure.ts'
import type { Sandbox } from './sandbox.ts'
import { createWait, type Reply, type Wait } from './wait.ts'

export type CallOptions = Omit<Extract<ToProcess, { type: 'call' }>, 'type' | 'id' | 'edge'> & {
  /** Sends a request for the integration. */
  request: (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse>
  /** Runs a connector statement for the integration, if permitted. */
  askEdge?:
    | ((question: EdgeQuestion, signal: AbortSignal) => Promise<EdgeRows | EdgeStatement[]>)
    | undefined
  log: (message: string, facts: unknown) => void
  signal?: AbortSignal | undefined
}

export type OpenCall = {
  /** The result; for a pull the next batch. */
  next: () => Promise<Reply>
  close: () => void
}

type Call = {
  options: CallOptions
  wait: Wait
  /** Aborts the requests of the call. */
  over: AbortController
  requests: number
  /** The process has sent its final message, a result or a failure. */
  isDone: boolean
}

/** Of one call at the same time; the rate limit of the vendor queues them anyway. */
const MAX_REQUESTS = 50
/** Used instead of the ID of a call. */
const PRINTED = 0
/** How long an aborted call may keep running before its process is ended. */
const LEAVE_MS = 5_000

export async function startConversation(
  place: PluginPlace,
  limits: HostLimits,
  sandbox: Sandbox,
): Promise<Conversation> {
  const heard: { by?: Conversation } = {}
  const hear = (message: FromProcess) => heard.by?.hear(message)
  const process = await startPluginProcess(place, limits, hear, sandbox)
  heard.by = new Conversation(process, limits, place.isOurs === true)
  return heard.by
}

export class Conversation {
  readonly ended: PluginProcess['ended']
  readonly kill: PluginProcess['kill']
  readonly isEnding: PluginProcess['isEnding']
  readonly memoryMb: PluginProcess['memoryMb']
  readonly #process: PluginProcess
  readonly #limits: HostLimits
  /** It serves several owners in turn. */
  readonly #isShared: boolean
  readonly #calls = new Map<number, Call>()
  readonly #leaving = new Map<number, NodeJS.Timeout>()
  #lastId = 0
  #isOver = false

  constructor(process: PluginProcess, limits: HostLimits, isShared: boolean) {
    this.#process = process
    this.#limits = limits
    this.#isShared = isShared
    this.ended = process.ended
    this.kill = process.kill
    this.isEnding = process.isEnding
    this.memoryMb = process.memoryMb
    void this.ended.then((why) => {
      this.#isOver = true
      for (const { wait } of this.#calls.values()) wait.fail(why)
      for (const timer of this.#leaving.values()) clearTimeout(timer)
    })
  }

  open(options: CallOptions): OpenCall {
    const { request: _, askEdge, log: __, signal, ...given } = options
    const words = { ...given, ...(askEdge && { edge: true as const }) }
    const id = ++this.#lastId
    const onLate = () => this.#endOthers()
    const wait = createWait({
      isPull: words.method === 'pull',
      limits: this.#limits,
      signal,
      onLate,
    })
    const over = new AbortController()
    const call: Call = { options, wait, over, requests: 0, isDone: false }
    this.#calls.set(id, call)
    let isBegun = false
    const next = async () => {
      if (this.#isOver) throw await this.ended
      const reply = wait.begin()
      this.#process.send(isBegun ? { type: 'next', id } : { type: 'call', id, ...words })
      isBegun = true
      return await reply
    }
    const close = () => {
      wait.end()
      over.abort()
      this.#calls.delete(id)
      if (isBegun && !call.isDone && !this.#isOver) this.#leave(id)
    }
    return { next, close }
  }

  /** Nothing runs in it, not even an aborted call. */
  isQuiet(): boolean {
    return this.#calls.size === 0 && this.#leaving.size === 0
  }

  hear(message: FromProcess): void {
    if (message.type === 'request' || message.type === 'edge') void this.#answer(message)
    else if (message.type === 'log') {
      this.#findLogger(message.call)?.options.log(message.message, message.facts)
    } else if (message.type === 'reply' || message.type === 'failure') {
      // A batch may have been in flight when its pull was aborted; the pull ends later.
      const more = message.type === 'reply' && message.more === true
      if (!more) this.#end(message.id)
      const wait = this.#calls.get(message.id)?.wait
      if (message.type === 'failure') wait?.fail(readFailure(message.failure))
      else wait?.arrive({ value: message.value, more })
    }
  }

  /** Printed text has no call: attribute it to the oldest call, unless the process is shared between owners. */
  #findLogger(id: number): Call | undefined {
    if (id === PRINTED && !this.#isShared) return this.#calls.values().next().value
    return this.#calls.get(id)
  }

  async #answer(message: Extract<FromProcess, { type: 'request' | 'edge' }>): Promise<void> {
    const { id } = message
    try {
      const response = await this.#serve(this.#calls.get(message.call), message)
      this.#process.send({ type: 'answer', id, response })
    } catch (error) {
      const failure = isFailure(error)
        ? error
        : new Failure('internal', 'The request failed unexpectedly.')
      this.#process.send({ type: 'noAnswer', id, failure: writeFailure(failure) })
    }
  }

  async #serve(
    call: Call | undefined,
    message: Extract<FromProcess, { type: 'request' | 'edge' }>,
  ): Promise<HttpResponse | EdgeRows | EdgeStatement[]> {
    if (!call) throw new Failure('internal', 'The call of this request has ended.')
    if (call.requests >= MAX_REQUESTS) {
      throw new Failure(
        'internal',
        `The integration has reached the limit of ${MAX_REQUESTS} concurrent requests.`,
      )
    }
    call.requests++
    call.wait.isAlive()
    // A statement may take longer than the silence timeout; while the host works for the integration, it is not silent.
    const pulse = setInterval(() => call.wait.isAlive(), this.#limits.pulseMs)
    try {
      const { request, askEdge } = call.options
      if (message.type === 'request') {
        return await request(readRequest(message.request), call.over.signal)
      }
      if (!askEdge)
        throw new Failure('forbidden', 'The integration is not allowed to use connectors.')
      return await askEdge(readEdgeQuestion(message.request), call.over.signal)
    } finally {
      clearInterval(pulse)
      call.requests--
      call.wait.isAlive()
    }
  }

  #leave(id: number): void {
    this.#process.send({ type: 'abort', id })
    this.#leaving.set(id, setTimeout(() => this.#endOthers(), LEAVE_MS).unref())
  }

  #end(id: number): void {
    const call = this.#calls.get(id)
    if (call) call.isDone = true
    clearTimeout(this.#leaving.get(id))
    this.#leaving.delete(id)
  }

  /** The call that caused this has already failed; the others are not at fault and may be retried. */
  #endOthers(): void {
    this.kill(
      new ProcessFailure(
        'ended',
        'transient',
        'The plugin process was stopped because of another call.',
      ),
    )
  }
}
