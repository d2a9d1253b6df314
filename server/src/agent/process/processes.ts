// The processes at work, one for each connection and lane: started when needed, ended when idle, never too many.
import type { Failure } from '@task-service/kit'
import type { HostLimits } from '#agent/limits.ts'
import {
  type CallOptions,
  type Conversation,
  type OpenCall,
  startConversation,
} from './conversation.ts'
import type { PluginPlace } from './plugin-process.ts'
import { ProcessFailure } from './process-failure.ts'
import type { Sandbox } from './sandbox.ts'
import { type Lane, Slots } from './slots.ts'
import { waitFor } from './wait-for.ts'

/** Calls of the same owner in the same lane share a process. */
export type Owner = { lane: Lane; tenantId: string; name: string }

type Entry = {
  key: string
  conversation: Promise<Conversation>
  /** Calls that were asked for, those included that still wait for the process to start. */
  users: number
  /** While it has users. */
  releaseSlot: (() => void) | undefined
  idleTimer: NodeJS.Timeout | undefined
}

export class Processes {
  readonly #limits: HostLimits
  readonly #slots: Slots
  readonly #sandbox: Sandbox
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry>()
  #isStopped = false

  constructor(limits: HostLimits, sandbox: Sandbox) {
    this.#limits = limits
    this.#sandbox = sandbox
    this.#slots = new Slots(limits)
  }

  /** Begins a call in the process of this owner. */
  async open(owner: Owner, place: PluginPlace, options: CallOptions): Promise<OpenCall> {
    const entry = await this.#enter(owner, place, options.signal)
    let call: OpenCall | undefined
    try {
      const conversation = await waitFor(entry.conversation, options.signal)
      // Somebody else's call has just cost it its life.
      if (conversation.isEnding()) this.#forget(entry)
      else call = conversation.open(options)
    } finally {
      if (!call) this.#leave(entry)
    }
    if (!call) return await this.open(owner, place, options)
    const { next, close } = call
    let isOpen = true
    return {
      next,
      close: () => {
        if (!isOpen) return
        isOpen = false
        close()
        this.#leave(entry)
      },
    }
  }

  size(): number {
    return this.#entries.size
  }

  waitingCount(): number {
    return this.#slots.waitingCount()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all([...this.#entries.values()].map((entry) => this.#end(entry, stopping())))
  }

  async #enter(
    { lane, tenantId, name }: Owner,
    place: PluginPlace,
    signal: AbortSignal | undefined,
  ): Promise<Entry> {
    const key = `${lane} ${tenantId} ${name}`
    const known = this.#entries.get(key)
    if (known && known.users > 0) return this.#use(known)
    const releaseSlot = await this.#slots.acquire(lane, tenantId, signal)
    try {
      if (this.#isStopped) throw stopping()
      // Another call of this owner may have come first.
      const entry = this.#entries.get(key) ?? this.#start(key, place)
      if (entry.users > 0) releaseSlot()
      else entry.releaseSlot = releaseSlot
      return this.#use(entry)
    } catch (error) {
      releaseSlot()
      throw error
    }
  }

  #use(entry: Entry): Entry {
    this.#entries.delete(entry.key)
    this.#entries.set(entry.key, entry)
    entry.users++
    clearTimeout(entry.idleTimer)
    return entry
  }

  #leave(entry: Entry): void {
    entry.users--
    if (entry.users > 0) return
    if (this.#entries.get(entry.key) === entry) {
      const end = () => void this.#end(entry, idle())
      entry.idleTimer = setTimeout(end, this.#limits.idleMs).unref()
    }
    // Last: whoever waits for the slot finds this process idle.
    entry.releaseSlot?.()
    entry.releaseSlot = undefined
  }

  #start(key: string, place: PluginPlace): Entry {
    this.#makeRoom()
    const conversation = startConversation(place, this.#limits, this.#sandbox)
    const entry: Entry = {
      key,
      conversation,
      users: 0,
      releaseSlot: undefined,
      idleTimer: undefined,
    }
    const forget = () => this.#forget(entry)
    conversation.then(({ ended }) => void ended.then(forget), forget)
    return entry
  }

  /** Every process in use has a slot, so among too many there is one that is idle. */
  #makeRoom(): void {
    if (this.#entries.size < this.#limits.processes) return
    const unused = [...this.#entries.values()].find(({ users }) => users === 0)
    if (unused) void this.#end(unused, idle())
  }

  async #end(entry: Entry, why: Failure): Promise<void> {
    this.#forget(entry)
    const conversation = await entry.conversation.catch(() => undefined)
    conversation?.kill(why)
    await conversation?.ended
  }

  #forget(entry: Entry): void {
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key)
    clearTimeout(entry.idleTimer)
  }
}

const stopping = () => new ProcessFailure('ended', 'transient', 'The service is stopping.')
const idle = () =>
  new ProcessFailure('ended', 'transient', 'Its process was idle and has been ended.')
