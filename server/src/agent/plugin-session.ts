// The connection of an integration, as passed to the plugin host, and the calls that can be made with it.
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

/** The integration a call is for, with its configuration and access to its secrets. */
export type Connection = {
  tenantId: string
  integrationId: string
  provider: string
  config: Config
  /** As `hostsOf` returned them when the secrets were sealed; requests go nowhere else. */
  hosts: readonly string[]
  self?: Person
  /** Which processes it uses; `request` by default. */
  lane?: Exclude<Lane, 'quick'>
  /** Called only for a request that contains the secret. */
  openSecret: (name: string) => Promise<Secret | 'needs_reentry' | undefined>
  /** Log lines of the integration, without secrets; a few are kept in the report of a sync run. */
  onLog?: (line: string) => void
}

/** Items to store together with the cursor. Without a cursor more of the same page follows: a page can be long. */
export type PullBatch = {
  items: Extract<PullItem, { kind: 'upsert' | 'delete' }>[]
  total?: number
  cursor?: Json
}

/** All functions throw only a `Failure`. */
export type PluginSession = {
  testConnection: (signal?: AbortSignal) => Promise<ConnectionReport>
  discover: (what: ChoiceKind, signal?: AbortSignal) => Promise<Choice[]>
  /** The next batch is requested when the loop continues; leaving the loop ends the pull. */
  pull: (
    cursor: Json | null,
    options: PullOptions,
    signal?: AbortSignal,
  ) => AsyncIterable<PullBatch>
  fetchOne: (ref: RemoteRef, signal?: AbortSignal) => Promise<RemoteTask | Gone>
  push: (change: Change, options: PushOptions, signal?: AbortSignal) => Promise<PushResult>
  /** `invalid` if the integration does not support markers. */
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
