// What the user of an integration passes to the plugin host, and what it gets: the calls of one connection.
import type {
  Change,
  Choice,
  ChoiceKind,
  ConnectionReport,
  Gone,
  Json,
  Parsed,
  Person,
  PullItem,
  PullOptions,
  PushOptions,
  PushResult,
  RawRequest,
  Registration,
  RemoteRef,
  RemoteTask,
} from '@task-service/kit'
import type { Lane } from '#agent/process/slots.ts'
import type { Secret } from '#crypto/secret.ts'

export type Config = Readonly<Record<string, string | number | boolean>>

/** What the caller passes in for each use of an integration. */
export type Connection = {
  tenantId: string
  integrationId: string
  provider: string
  config: Config
  /** As `hostsOf` gave them when the secrets were sealed; requests go nowhere else. */
  hosts: readonly string[]
  self?: Person
  /** Whose processes it uses; `request` unless given. */
  lane?: Exclude<Lane, 'quick'>
  /** Asked inside the request that carries the secret, never before. */
  openSecret: (name: string) => Promise<Secret | 'needs_reentry' | undefined>
  /** What the integration logs, without secrets; a few lines for the report of a run. */
  onLog?: (line: string) => void
}

/** Items to store together with the cursor. Without a cursor more of the same page follows: a page can be long. */
export type PullBatch = {
  items: Extract<PullItem, { kind: 'upsert' | 'delete' }>[]
  total?: number
  cursor?: Json
}

/** Everything here throws a `Failure` and nothing else. */
export type PluginSession = {
  testConnection: (signal?: AbortSignal) => Promise<ConnectionReport>
  discover: (what: ChoiceKind, signal?: AbortSignal) => Promise<Choice[]>
  /** The next batch is asked for when the loop comes back for it; leaving the loop ends the pull. */
  pull: (
    cursor: Json | null,
    options: PullOptions,
    signal?: AbortSignal,
  ) => AsyncIterable<PullBatch>
  fetchOne: (ref: RemoteRef, signal?: AbortSignal) => Promise<RemoteTask | Gone>
  push: (change: Change, options: PushOptions, signal?: AbortSignal) => Promise<PushResult>
  /** `invalid` where the integration marks nothing. */
  findByMarker: (
    marker: string,
    madeSince: Date,
    signal?: AbortSignal,
  ) => Promise<RemoteTask | null>
  verify: (request: RawRequest) => Promise<'genuine' | { refused: string }>
  parse: (request: RawRequest) => Promise<Parsed>
  register: (url: string, signal?: AbortSignal) => Promise<Registration>
  renew: (id: string, signal?: AbortSignal) => Promise<Registration>
  unregister: (id: string, signal?: AbortSignal) => Promise<void>
}
