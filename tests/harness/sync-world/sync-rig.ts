// A vendor as the proofs of sync need it: another person's hands on it, many items at once, and a server that can be killed;
// and the service beside it.
import type { Link, SyncRun } from '@task-service/contract'
import type { RemoteRef } from '@task-service/kit'
import type { OtherUser, Stored } from '@task-service/kit/testing'
import type { ApiClient } from '../clients/api-client.ts'
import type { Fleet } from '../processes/fleet.ts'
import type { Answers } from './vendor-answer.ts'

/** What only this vendor has; gives what is wrong. */
export type Extra = {
  name: string
  play: (world: World, links: readonly Link[]) => Promise<string[]>
}

export type SyncRig = {
  provider: string
  config: Record<string, string>
  secrets: Record<string, string>
  hands: OtherUser
  read: (ref: RemoteRef) => Promise<Stored | 'gone'>
  count: () => Promise<number>
  /** So many items at once, some time ago. */
  fill: (count: number) => Promise<void>
  /** Where the vendor has comments, unless said otherwise. */
  hasComments?: false
  /** What the vendor's own description has to say against requests and answers. */
  listFaults?: () => Promise<string[]>
  answers?: Answers
  extras?: Extra[]
  /** After everything else. */
  atEnd?: Extra[]
  /** As a crash would; and on the same data. */
  kill: () => Promise<void>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

export type World = {
  rig: SyncRig
  client: ApiClient
  apiKey: string
  api: Fleet
  worker: Fleet
  integrationId: string
  /** Asks for a reading that begins from now on; gives when that was. */
  ask: (wanted?: { full?: boolean }) => Promise<number>
  /** Asks for a reading and waits until it is done. */
  sync: (options?: { full?: boolean }, timeoutMs?: number) => Promise<SyncRun>
  stop: () => Promise<void>
}
