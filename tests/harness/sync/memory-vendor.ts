// A tracker in memory with the interface that the engine knows: stateful, with versions, comments, marks and an order of
// changes, and with a hook that can make each call fail or wait forever, or count it.
import {
  type Change,
  type ContextRecord,
  Failure,
  type Gone,
  type Json,
  type Manifest,
  type Person,
  type PushOptions,
  type PushResult,
  type Registration,
  type RemoteComment,
  type RemoteFields,
  type RemoteRef,
  type RemoteTask,
} from '@task-service/kit'
import type { PluginHost, PluginSession, PullBatch } from '../../../server/src/agent/host.ts'
import { drafted, fields } from './sample-tracker.ts'

export const bot: Person = { id: '100', name: 'Sync Bot' }
const human: Person = { id: '8', name: 'Mara Lind' }

type Item = {
  id: string
  seq: number
  version: number
  createdAt: string
  updatedAt: string
  actor: Person
  fields: RemoteFields
  comments: RemoteComment[]
  marker?: string
}

export type VendorCall = 'pull' | 'fetchOne' | 'push' | 'findByMarker' | 'discover' | 'renew'

/** Called before and after each call; what it throws, the call throws. */
export type Hook = (call: VendorCall, when: 'before' | 'after', change?: Change) => Promise<void>

const manifest: Manifest = {
  id: 'memory',
  version: '1.0.0',
  displayName: 'Memory',
  category: 'issue-tracker',
  summary: 'A tracker in memory',
  config: [],
  secrets: [],
  capabilities: {
    pull: 'incremental',
    deletes: 'sweep',
    comments: 'readwrite',
    create: true,
    idempotentCreate: 'marker',
    optimisticLock: false,
    webhooks: 'none',
    textFormat: 'markdown',
    cursorResolutionMs: 1,
    overlapMs: 0,
  },
  fields,
  rateLimit: { concurrency: 1 },
  evidence: 'untested live',
  pollSeconds: 60,
}

export class MemoryVendor {
  readonly manifest: Manifest = structuredClone(manifest)
  readonly items = new Map<string, Item>()
  /** Everything that was written here by the engine. */
  readonly writes: Change[] = []
  /** Ids of webhooks that were renewed. */
  readonly renewals: string[] = []
  hook: Hook = async () => undefined
  pageSize = 100
  /** A vendor that keeps no marks, whatever its manifest says. */
  forgetsMarks = false
  /** Also returns its fields as facts of a record. */
  showsFacts = false
  /** Writes only to the version that it is given. */
  keepsLock: boolean | 'never fits' = false
  /** Versions that writes were made for. */
  readonly expected: (string | undefined)[] = []
  #seq = 0
  #nextId = 0

  create(words: RemoteFields, actor = human, marker?: string): string {
    const id = String(++this.#nextId)
    const now = this.#now()
    this.items.set(id, {
      id,
      seq: ++this.#seq,
      version: 1,
      createdAt: now,
      updatedAt: now,
      actor,
      fields: { title: `item ${id}`, description: '', ...blank, ...words },
      comments: [],
      ...(marker && { marker }),
    })
    return id
  }

  edit(id: string, words: RemoteFields, actor = human): void {
    const item = this.get(id)
    item.fields = { ...item.fields, ...words }
    this.#touch(item, actor)
  }

  comment(id: string, body: string, actor = human, marker?: string): string {
    const item = this.get(id)
    const commentId = `${id}-${item.comments.length + 1}`
    const createdAt = this.#now()
    item.comments.push({ id: commentId, body, author: actor, createdAt, ...(marker && { marker }) })
    this.#touch(item, actor)
    return commentId
  }

  remove(id: string): void {
    this.items.delete(id)
  }

  get(id: string): Item {
    const item = this.items.get(id)
    if (!item) throw new Error(`there is no item ${id}`)
    return item
  }

  host(): Pick<PluginHost, 'findManifest' | 'open'> {
    const session = this.#session()
    return {
      findManifest: (provider) => (provider === this.manifest.id ? this.manifest : undefined),
      open: () => session,
    }
  }

  /** Later than anything before, as the clocks of servers are that number their changes. */
  #now(): string {
    this.#clock = Math.max(this.#clock + 1, Date.now())
    return new Date(this.#clock).toISOString()
  }
  #clock = 0

  #touch(item: Item, actor: Person): void {
    item.version++
    item.seq = ++this.#seq
    item.updatedAt = this.#now()
    item.actor = actor
  }

  #remote(item: Item): RemoteTask {
    return structuredClone({
      ref: { id: item.id, createdAt: item.createdAt },
      key: `#${item.id}`,
      url: `https://memory.example.com/${item.id}`,
      version: String(item.version),
      createdAt: item.createdAt,
      updatedAt: item.updatedAt,
      actor: item.actor,
      fields: item.fields,
      comments: item.comments,
      ...(item.marker && !this.forgetsMarks && { marker: item.marker }),
      ...(this.showsFacts && { context: [this.#record(item)] }),
    })
  }

  #record({ id, fields: { title = '' } }: Item): ContextRecord {
    return { kind: 'row', id, title, facts: [{ name: 'title', value: title }] }
  }

  #isLocked(item: Item, expect: string | undefined): boolean {
    if (this.keepsLock === false) return false
    return this.keepsLock === 'never fits' || String(item.version) !== expect
  }

  #fetch(ref: RemoteRef): RemoteTask | Gone {
    const item = this.items.get(ref.id)
    const isSame = !ref.createdAt || item?.createdAt === ref.createdAt
    return item && isSame ? this.#remote(item) : { gone: true, why: 'it was deleted' }
  }

  #push(change: Change, { marker, expect }: PushOptions): PushResult {
    const known = change.kind === 'update' ? this.items.get(change.ref.id) : undefined
    if (known && this.#isLocked(known, expect)) {
      return { ok: false, reason: 'conflict', current: this.#remote(known) }
    }
    this.expected.push(expect)
    this.writes.push(structuredClone(change))
    if (change.kind === 'create') {
      const id = this.create(change.fields, bot, marker)
      return { ok: true, ref: this.#remote(this.get(id)).ref, skipped: [] }
    }
    if (!this.items.has(change.ref.id)) return { ok: false, reason: 'gone', why: 'deleted' }
    if (change.kind === 'comment') {
      const commentId = this.comment(change.ref.id, change.body, bot, marker)
      return { ok: true, ref: change.ref, commentId, skipped: [] }
    }
    if (change.fields.title === 'refuse me') throw new Failure('invalid', 'No such title.')
    this.edit(change.ref.id, change.fields, bot)
    return { ok: true, ref: change.ref, skipped: [] }
  }

  #renew(id: string): Registration {
    this.renewals.push(id)
    return { id: `${id}+`, expiresAt: new Date(Date.now() + 86_400_000).toISOString() }
  }

  async *#pull(cursor: Json | null, full: boolean): AsyncGenerator<PullBatch> {
    let after = full || cursor === null ? 0 : (cursor as number) // what we gave
    const total = [...this.items.values()].filter(({ seq }) => seq > after).length
    for (;;) {
      await this.hook('pull', 'before')
      const page = [...this.items.values()]
        .filter(({ seq }) => seq > after)
        .toSorted((a, b) => a.seq - b.seq)
        .slice(0, this.pageSize)
      after = page.at(-1)?.seq ?? after
      const items = page.map((item) => ({ kind: 'upsert' as const, task: this.#remote(item) }))
      await this.hook('pull', 'after')
      yield { items, total, cursor: after }
      if (page.length < this.pageSize) return
    }
  }

  #session(): PluginSession {
    const around = async <T>(call: VendorCall, work: () => T, change?: Change): Promise<T> => {
      await this.hook(call, 'before', change)
      const value = work()
      await this.hook(call, 'after', change)
      return value
    }
    return {
      testConnection: async () => ({ self: bot, missingScopes: [], warnings: [] }),
      discover: (what) =>
        around('discover', () => (what === 'containers' ? [] : (drafted[what] ?? []))),
      pull: (cursor, options) => this.#pull(cursor, options.full ?? false),
      fetchOne: (ref) => around('fetchOne', () => this.#fetch(ref)),
      push: (change, options) => around('push', () => this.#push(change, options), change),
      findByMarker: (marker) =>
        around('findByMarker', () => {
          if (this.forgetsMarks) return null
          const found = [...this.items.values()].find((item) => item.marker === marker)
          return found ? this.#remote(found) : null
        }),
      verify: refuse,
      parse: refuse,
      register: refuse,
      renew: (id) => around('renew', () => this.#renew(id)),
      unregister: refuse,
    }
  }
}

const refuse = async (): Promise<never> => {
  throw new Failure('internal', 'This is not asked for here.')
}

const blank = { status: '1', priority: 'p3', assignee: null, labels: [], due_at: null }
