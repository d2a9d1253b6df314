// What an integration says about itself: what people enter, what it can do, what it may reach.
import type { TaskField } from './remote-task.ts'

/**
 * `connector`: one of the tenant's, which the integration may then ask. `database`, `statement`: of that connector, as it
 * announced them. `long_text`: several lines.
 */
export type ConfigKind =
  | 'text'
  | 'long_text'
  | 'url'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'connector'
  | 'database'
  | 'statement'

/** One field of the connection form. */
export type ConfigField = {
  name: string
  label: string
  help?: string
  kind: ConfigKind
  required: boolean
  default?: string | number | boolean
  placeholder?: string
  /** Of `choice`: the values, or what `discover` is asked for once a connection stands. */
  choices?: { value: string; label: string }[]
  discover?: 'containers'
  /** Of `statement`: which ones to choose from. */
  statements?: 'read' | 'write'
}

/** Entered by people, sealed at once, never given back. */
export type SecretField = {
  name: string
  label: string
  help?: string
  required: boolean
  /** Where people find it over there. */
  url?: string
  /** Made by the host when nobody enters one: secrets of webhooks. */
  generated?: true
}

export type FieldAccess = 'none' | 'read' | 'readwrite'

export type FieldSupport = {
  access: FieldAccess
  /** Its name over there, for the screen that shows the mapping. */
  remote: string
  /** What gets lost on the way, in a sentence. */
  lossy?: string
  maxLength?: number
}

export type Capabilities = {
  pull: 'incremental' | 'full'
  /** How deletions become known: told, found by reading everything now and then, or never. */
  deletes: 'event' | 'sweep' | 'none'
  comments: 'none' | 'read' | 'readwrite'
  create: boolean
  /** How a create that may have happened is found again. */
  idempotentCreate: 'clientId' | 'upsert' | 'marker' | 'none'
  optimisticLock: boolean
  webhooks: 'none' | 'manual' | 'automatic'
  textFormat: 'markdown' | 'textile' | 'html' | 'plain'
  /** Times over there are no finer than this; pulls go back by `overlapMs`. */
  cursorResolutionMs: number
  overlapMs: number
  /** Works through connectors (`Context.edge`) and needs no hosts. */
  edge?: true
  /** What is finished here is written only to the version that both sides agreed on last; a newer one is shown to somebody first. */
  fenced?: true
}

/** Names of the headers in which a vendor tells how much may still be asked. */
export type RateLimitHeaders = {
  remaining: string
  /** When it is refilled: a time in seconds, or how many seconds or milliseconds from now. */
  reset?: { header: string; unit: 'epoch_seconds' | 'seconds' | 'milliseconds' }
}

export type RateLimit = {
  concurrency: number
  minWriteGapMs?: number
  /** At most so many requests in so much time, where the vendor says so and sends no header. */
  window?: { requests: number; ms: number }
  headers?: RateLimitHeaders[]
}

export type Manifest = {
  /** Name of the provider: `redmine`. */
  id: string
  version: string
  displayName: string
  category: 'issue-tracker' | 'crm' | 'database' | 'other'
  /** One sentence for the gallery. */
  summary: string
  docsUrl?: string
  config: ConfigField[]
  secrets: SecretField[]
  capabilities: Capabilities
  fields: Partial<Record<TaskField, FieldSupport>>
  rateLimit: RateLimit
  /** How it was tested; shown in the gallery. */
  evidence: 'real server' | 'vendor contract' | 'vendor SDK' | 'untested live'
  /** How often to look, in seconds, unless somebody sets another. */
  pollSeconds: number
}
