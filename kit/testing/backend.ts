// What the conformance suite runs an integration against: the vendor's server or a model of it, and another user's changes to it.
import type { EdgeClient, RemoteRef } from '@task-service/kit'

/** What the other person writes; status, people and the rest are the vendor's business. */
export type Words = { title?: string; description?: string }

/** Another user of the vendor, with a credential of their own and without the integration. */
export type OtherUser = {
  create: (words: Words & { title: string }) => Promise<RemoteRef>
  edit: (ref: RemoteRef, words: Words) => Promise<void>
  comment: (ref: RemoteRef, body: string) => Promise<void>
  close: (ref: RemoteRef) => Promise<void>
  reopen: (ref: RemoteRef) => Promise<void>
  /** Absent where the vendor has no way to delete. */
  remove?: (ref: RemoteRef) => Promise<void>
}

/** An item as the vendor stores it, read without the integration. */
export type Stored = {
  title: string
  /** As it is stored, marker included. */
  description: string
  closed: boolean
  /** As they are stored, oldest first. */
  comments: string[]
}

export type ConfigValues = Readonly<Record<string, string | number | boolean>>

/** A message as the vendor would send it. The suite signs nothing itself: every vendor does it in a way of its own. */
export type SignedMessage = {
  method: string
  url: string
  headers: Record<string, string>
  body: string
}

export type WebhookBench = {
  /** A genuine message of this moment, or of another one, that `ref` has changed; `deliveryId` where the vendor has such. */
  sign: (
    ref: RemoteRef,
    options?: { kind?: 'changed' | 'deleted'; sentAt?: Date; deliveryId?: string },
  ) => SignedMessage
}

export type Backend = {
  /** Stands in the names of the tests: `Redmine 5.0.4`. */
  name: string
  /** A configuration as people could enter it; needs no server, so that the structural tests run everywhere. */
  example: { config: ConfigValues }
  start: () => Promise<void>
  stop: () => Promise<void>
  /** As people would enter them; asked after `start`. */
  config: () => ConfigValues
  secrets: () => Readonly<Record<string, string>>
  /** Where a host of the integration (`api.example.com`) is here (`http://127.0.0.1:4010`); absent where it is reached as configured. */
  origins?: () => Readonly<Record<string, string>>
  otherUser: OtherUser
  read: (ref: RemoteRef) => Promise<Stored | 'gone'>
  /** All items there are, deleted ones not. */
  count: () => Promise<number>
  /** Sets when an item was changed last, without changing it: pulls go back a little, which would hide what they skip. */
  backdate?: (ref: RemoteRef, at: Date) => Promise<void>
  /** The vendor may give the id of a deleted item to another one. */
  reusesIds?: true
  webhook?: WebhookBench
  /** Of integrations that work through connectors: what a connector would answer. */
  edge?: () => EdgeClient
  /** How this vendor words a refusal, and what of it people should get to read. */
  refusalBody?: (status: number) => { body: string; says?: string }
}
