// A task as the vendor has it: the few fields that trackers and CRMs share, in the vendor's values.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Fields that can be kept the same on both sides. `comments` travel on their own, one by one. */
export type TaskField =
  | 'title'
  | 'description'
  | 'status'
  | 'priority'
  | 'assignee'
  | 'labels'
  | 'due_at'

/** The meaning of a status, independent of its name. */
export type StatusGroup = 'open' | 'started' | 'done' | 'failed' | 'canceled'

export type RemoteRef = {
  /** The vendor's id, stable for as long as the item exists. */
  id: string
  /** Some servers give the id of a deleted item to the next one; with the time of its making it is unique. */
  createdAt?: string
}

export type Person = { id: string; name: string }

/** The vendor's values: ids of its statuses, priorities and people. Times are ISO 8601 in UTC. */
export type RemoteFields = {
  title?: string
  /** Markdown, converted from the format that the vendor stores. */
  description?: string
  /** Id of a status; `discover` gives their names and groups. */
  status?: string
  priority?: string | null
  /** Id of a person. */
  assignee?: string | null
  labels?: string[]
  due_at?: string | null
  /** Custom fields, by the vendor's id. */
  custom?: Record<string, Json>
}

export type RemoteComment = {
  id: string
  /** Markdown. */
  body: string
  author: Person
  createdAt: string
  updatedAt?: string
  /** Of a comment that we wrote: what `push` was given. Not part of `body`. */
  marker?: string
}

/** Something that explains a task and is not one: a deal, a contact. Shown, never written. */
export type ContextRecord = {
  kind: string
  id: string
  title: string
  url?: string
  facts: { name: string; value: string }[]
}

export type RemoteTask = {
  ref: RemoteRef
  /** What people call it in the vendor's product: `#12`, `acme/api#12`. */
  key: string
  /** Where people open it; empty where they cannot. */
  url: string
  /** Differs after every change of the item; otherwise opaque. */
  version: string
  createdAt: string
  updatedAt: string
  /** Who changed it last, if the vendor reports it. */
  actor?: Person
  fields: RemoteFields
  /** The description as it is stored there; only text that we changed is ever written over it. */
  rawDescription?: string
  /** All comments; absent when they were not read. */
  comments?: RemoteComment[]
  context?: ContextRecord[]
  /** Of an item that we made: what `push` was given. Not part of the description. */
  marker?: string
}

/** The item no longer exists, or is no longer in the scope of the integration. */
export type Gone = { gone: true; why: string }
