// The pool of plugin processes: started on demand, ended when idle, limited in number and total memory.
import type { Failure } from '@task-service/kit'
import type { HostLimits } from '#agent/limits.ts'
import { type CallOptions, type OpenCall, startConversation } from './conversation.ts'
import { type Entry, findIdle, findLargest, isKeptWarm, totalMb } from './entry.ts'
import type { PluginPlace } from './plugin-process.ts'
import { ProcessFailure } from './process-failure.ts'
import type { Sandbox } from './sandbox.ts'
import { type Lane, Slots } from './slots.ts'
import { waitFor } from './wait-for.ts'

/** Calls of the same owner in the same lane share a process. */
export type Owner = { lane: Lane; tenantId: string; name: string }

const LOOK_MS = 250

export class Processes {
  readonly #limits: HostLimits
  readonly #slots: Slots
  readonly #sandbox: Sandbox
  /** In the order of their last use. */
  readonly #entries = new Set<Entry>()
  #watch: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(limits: HostLimits, sandbox: Sandbox) {
    this.#limits = limits
    this.#sandbox = sandbox
    this.#slots = new Slots(limits)
  }

  /** Starts a call in the process of this owner. */
  async open(owner: Owner, place: PluginPlace, options: CallOptions): Promise<OpenCall> {
    const entry = await this.#enter(owner, place, options.signal)
    let call: OpenCall | undefined
    try {
      const conversation = await waitFor(entry.conversation, options.signal)
      // Another call has just caused its process to be ended.
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

  load(): { processes: number; waiting: number; memoryMb: number } {
    return {
      processes: this.#entries.size,
      waiting: this.#slots.waitingCount(),
      memoryMb: totalMb(this.#entries),
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all([...this.#entries].map((entry) => this.#end(entry, stopping())))
  }

  async #enter(
    { lane, tenantId, name }: Owner,
    place: PluginPlace,
    signal: AbortSignal | undefined,
  ): Promise<Entry> {
    const key = `${lane} ${tenantId} ${name}`
    const inUse = this.#findInUse(key)
    if (inUse) return this.#use(inUse)
    const releaseSlot = await this.#slots.acquire(lane, tenantId, signal)
    try {
      if (this.#isStopped) throw stopping()
      // Another call of this owner may have come first.
      const entry =
        this.#findInUse(key) ?? findIdle(this.#entries, key, place) ?? this.#start(place)
      if (entry.users > 0) releaseSlot()
      else entry.releaseSlot = releaseSlot
      entry.key = key
      return this.#use(entry)
    } catch (error) {
      releaseSlot()
      throw error
    }
  }

  #findInUse(key: string): Entry | undefined {
    for (const entry of this.#entries) if (entry.key === key && entry.users > 0) return entry
    return undefined
  }

  #use(entry: Entry): Entry {
    this.#entries.delete(entry)
    this.#entries.add(entry)
    entry.users++
    clearTimeout(entry.idleTimer)
    return entry
  }

  #leave(entry: Entry): void {
    entry.users--
    if (entry.users > 0) return
    if (this.#entries.has(entry)) this.#endWhenIdle(entry)
    // Last, so that the next call for the slot finds this process idle.
    entry.releaseSlot?.()
    entry.releaseSlot = undefined
  }

  #endWhenIdle(entry: Entry): void {
    const { idleMs, sharedIdleMs } = this.#limits
    const end = () => void this.#end(entry, idle())
    const endUnlessWarm = () => {
      if (!isKeptWarm(this.#entries, entry)) return end()
      entry.idleTimer = setTimeout(end, sharedIdleMs - idleMs).unref()
    }
    entry.idleTimer = setTimeout(endUnlessWarm, idleMs).unref()
  }

  #start(place: PluginPlace): Entry {
    this.#makeRoom()
    const conversation = startConversation(place, this.#limits, this.#sandbox)
    const entry: Entry = { key: '', place, conversation, users: 0 }
    const forget = () => this.#forget(entry)
    conversation.then((ready) => {
      entry.ready = ready
      void ready.ended.then(forget)
    }, forget)
    this.#watch ??= setInterval(() => this.#boundMemory(), LOOK_MS).unref()
    return entry
  }

  /** Every process in use has a slot, so if there are too many, at least one is idle. */
  #makeRoom(): void {
    if (this.#entries.size < this.#limits.processes) return
    const unused = [...this.#entries].find(({ users }) => users === 0)
    if (unused) void this.#end(unused, idle())
  }

  /** Idle ones are ended first, then the largest: better than the container being killed. */
  #boundMemory(): void {
    if (totalMb(this.#entries) <= this.#limits.totalMemoryMb) return
    const entry = [...this.#entries].find(({ users }) => users === 0) ?? findLargest(this.#entries)
    if (entry) void this.#end(entry, outOfMemory(this.#limits.totalMemoryMb))
  }

  async #end(entry: Entry, why: Failure): Promise<void> {
    this.#forget(entry)
    const conversation = await entry.conversation.catch(() => undefined)
    conversation?.kill(why)
    await conversation?.ended
  }

  #forget(entry: Entry): void {
    this.#entries.delete(entry)
    clearTimeout(entry.idleTimer)
    if (this.#entries.size > 0) return
    clearInterval(this.#watch)
    this.#watch = undefined
  }
}

const ended = (message: string) => new ProcessFailure('ended', 'transient', message)
const stopping = () => ended('Task Service is shutting down.')
const idle = () => ended('The plugin process was stopped because it was idle.')
const outOfMemory = (mb: number) =>
  ended(
    `The plugin process was stopped: all plugin processes together used more than ${mb} MB, and it was the largest.`,
  )
