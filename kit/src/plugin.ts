// What an integration is: a few functions without memory. The host calls them, one at a time for each connection; through
// connectors as many as `rateLimit.concurrency` says.
import type { EdgeClient } from './edge.ts'
import type { HttpClient, SecretRef } from './http.ts'
import type { Manifest } from './manifest.ts'
import type { Change, PushOptions, PushResult } from './push.ts'
import type { Gone, Json, Person, RemoteRef, RemoteTask, StatusGroup } from './remote-task.ts'
import type { WebhookSide } from './webhook.ts'

export const PLUGIN_API = 1

/** Of one call; nothing of it may be kept. There is no environment, no file and no socket beside it. */
export type Context<Config = Readonly<Record<string, string | number | boolean>>> = {
  config: Config
  /** Names a secret of the manifest in a header or a body; its value is not to be had. */
  secret: (name: string) => SecretRef
  http: HttpClient
  /** Of integrations whose manifest says `edge`. */
  edge?: EdgeClient
  log: (message: string, facts?: Record<string, Json>) => void
  signal: AbortSignal
  now: () => Date
  /** The vendor account of the credential, known once the connection was tested. */
  self?: Person
}

export type ConnectionReport = {
  self: Person
  server?: { name: string; version?: string }
  /** What the credential may not do and would have to, in the vendor's words. */
  missingScopes: string[]
  /** What works and should be known. */
  warnings: string[]
  /** The other clock minus ours. */
  clockSkewMs?: number
  /** One item that a pull would bring, and how many there are where that is known. */
  sample?: { title: string; url: string } | null
  total?: number
}

export type ChoiceKind = 'containers' | 'statuses' | 'priorities' | 'people' | 'fields'

export type Choice = {
  id: string
  name: string
  /** Of statuses. */
  group?: StatusGroup
  /** Of fields: what kind of value, and whether an item must have one. */
  type?: 'text' | 'number' | 'boolean' | 'date' | 'choice'
  required?: boolean
  /** Of people, where the vendor reports it: used to find the matching user. */
  email?: string
}

export type PullOptions = {
  /** Items to a page, at most. */
  limit: number
  /** Everything, whatever the cursor says: finds what was deleted. */
  full?: boolean
}

export type PullItem<Cursor extends Json = Json> =
  | { kind: 'upsert'; task: RemoteTask }
  | { kind: 'delete'; ref: RemoteRef }
  /** How many items this pull will bring, where that is known; may come more than once. */
  | { kind: 'total'; count: number }
  /** The host stores everything since the last one together with this cursor, or nothing. */
  | { kind: 'checkpoint'; cursor: Cursor }

export type Plugin<
  Config = Readonly<Record<string, string | number | boolean>>,
  Cursor extends Json = Json,
> = {
  readonly apiVersion: typeof PLUGIN_API
  describe: () => Manifest
  /** Hosts (`name` or `name:port`) this configuration needs, none where it works through connectors. The host lets requests and secrets go nowhere else. */
  hosts: (config: Config) => string[]
  testConnection: (ctx: Context<Config>) => Promise<ConnectionReport>
  discover: (ctx: Context<Config>, what: ChoiceKind) => Promise<Choice[]>
  /** Oldest change first. Ends with a checkpoint; a pull without news gives one too. */
  pull: (
    ctx: Context<Config>,
    cursor: Cursor | null,
    options: PullOptions,
  ) => AsyncIterable<PullItem<Cursor>>
  /** The truth about one item, with its comments. */
  fetchOne: (ctx: Context<Config>, ref: RemoteRef) => Promise<RemoteTask | Gone>
  push: (ctx: Context<Config>, change: Change, options: PushOptions) => Promise<PushResult>
  /** Of integrations that mark what they create: the item with this marker, made since then. */
  findByMarker?: (
    ctx: Context<Config>,
    marker: string,
    madeSince: Date,
  ) => Promise<RemoteTask | null>
  webhook?: WebhookSide<Context<Config>>
}
