// The messages between host and process: one JSON text per line, over the process's standard input and output.
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

/** A serialized `Failure`. */
export type WireFailure = { kind: string; message: string; facts: Record<string, Json> }

export type ToProcess =
  /** Always the first message. `packages`: the files of the packages it may import, by name. */
  | { type: 'start'; entry: string; packages: Record<string, string> }
  | {
      type: 'call'
      id: number
      method: Method
      args: readonly unknown[]
      config: Readonly<Record<string, string | number | boolean>>
      self?: Person
      /** It may use connectors. */
      edge?: true
    }
  /** For a pull: the host has stored the last batch and requests another. */
  | { type: 'next'; id: number }
  | { type: 'abort'; id: number }
  | { type: 'answer'; id: number; response: HttpResponse | EdgeRows | EdgeStatement[] }
  | { type: 'noAnswer'; id: number; failure: WireFailure }

export type FromProcess =
  | { type: 'ready'; apiVersion: unknown }
  /** `more`: for a pull that is not over. */
  | { type: 'reply'; id: number; value: unknown; more?: boolean }
  | { type: 'failure'; id: number; failure: unknown }
  | { type: 'request'; id: number; call: number; request: unknown }
  /** To a connector; answered like a request. */
  | { type: 'edge'; id: number; call: number; request: unknown }
  | { type: 'log'; call: number; message: string; facts?: unknown }
  /** The integration could not be loaded. */
  | { type: 'broken'; message: string }
