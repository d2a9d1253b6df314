// The processes that are at work, one for each connection: started when needed, ended when idle, never too many.
import { Failure } from '@task-service/kit'
import type { HostLimits } from '#agent/limits.ts'
import {
  type CallOptions,
  type Conversation,
  type OpenCall,
  startConversation,
} from './conversation.ts'
import type { PluginPlace } from './plugin-process.ts'

type Entry = {
  key: string
  conversation: Promise<Conversation>
  /** Calls that were asked for, those included that still wait for the process to start. */
  users: number
  idleTimer: NodeJS.Timeout | undefined
}

/** How soon to ask again when all are at work. */
const BUSY_MS = 5_000

export class Processes {
  readonly #limits: HostLimits
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry>()
  #isStopped = false

  constructor(limits: HostLimits) {
    this.#limits = limits
  }

  /** Begins a call in the process of this key. */
  async open(key: string, place: PluginPlace, options: CallOptions): Promise<OpenCall> {
    const entry = this.#enter(key, place)
    let call: OpenCall | undefined
    try {
      const conversation = await entry.conversation
      // Somebody else's call has just cost it its life.
      if (conversation.isEnding()) this.#forget(entry)
      else call = conversation.open(options)
    } finally {
      if (!call) this.#leave(entry)
    }
    if (!call) return await this.open(key, place, options)
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

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all([...this.#entries.values()].map((entry) => this.#end(entry, stopping())))
  }

  #enter(key: string, place: PluginPlace): Entry {
    if (this.#isStopped) throw stopping()
    const known = this.#entries.get(key)
    if (!known) this.#makeRoom()
    const entry = known ?? this.#start(key, place)
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    entry.users++
    clearTimeout(entry.idleTimer)
    return entry
  }

  #leave(entry: Entry): void {
    entry.users--
    if (entry.users > 0 || this.#entries.get(entry.key) !== entry) return
    const end = () => void this.#end(entry, idle())
    entry.idleTimer = setTimeout(end, this.#limits.idleMs).unref()
  }

  #start(key: string, place: PluginPlace): Entry {
    const conversation = startConversation(place, this.#limits)
    const entry: Entry = { key, conversation, users: 0, idleTimer: undefined }
    const forget = () => this.#forget(entry)
    conversation.then(({ ended }) => void ended.then(forget), forget)
    return entry
  }

  #makeRoom(): void {
    const { processes } = this.#limits
    if (this.#entries.size < processes) return
    const unused = [...this.#entries.values()].find(({ users }) => users === 0)
    if (unused) return void this.#end(unused, idle())
    throw new Failure('transient', `All ${processes} processes for integrations are at work.`, {
      retryAfterMs: BUSY_MS,
    })
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

const stopping = () => new Failure('transient', 'The service is stopping.')
const idle = () => new Failure('transient', 'Its process was idle and has been ended.')
