// What host and process say to each other: one JSON text to a line, over the process's standard input and output.
import type { EdgeRows, EdgeStatement, HttpResponse, Json, Person } from '@task-service/kit'

export type Method =
  | 'describe'
  | 'hosts'
  | 'testConnection'
  | 'discover'
  | 'pull'
  | 'fetchOne'
  | 'push'
  | 'findByMarker'
  | 'verify'
  | 'parse'
  | 'register'
  | 'renew'
  | 'unregister'

/** A `Failure` on its way. */
export type WireFailure = { kind: string; message: string; facts: Record<string, Json> }

export type ToProcess =
  /** The first message, and only that. `packages`: where to find what it may import, by name. */
  | { type: 'start'; entry: string; packages: Record<string, string> }
  | {
      type: 'call'
      id: number
      method: Method
      args: readonly unknown[]
      config: Readonly<Record<string, string | number | boolean>>
      self?: Person
      /** It may ask connectors. */
      edge?: true
    }
  /** Of a pull: the host has stored the last batch and wants another. */
  | { type: 'next'; id: number }
  | { type: 'abort'; id: number }
  | { type: 'answer'; id: number; response: HttpResponse | EdgeRows | EdgeStatement[] }
  | { type: 'noAnswer'; id: number; failure: WireFailure }

export type FromProcess =
  | { type: 'ready'; apiVersion: unknown }
  /** `more`: of a pull that is not over. */
  | { type: 'reply'; id: number; value: unknown; more?: boolean }
  | { type: 'failure'; id: number; failure: unknown }
  | { type: 'request'; id: number; call: number; request: unknown }
  /** To a connector; answered as a request is. */
  | { type: 'edge'; id: number; call: number; request: unknown }
  | { type: 'log'; call: number; message: string; facts?: unknown }
  /** The integration could not be loaded at all. */
  | { type: 'broken'; message: string }
