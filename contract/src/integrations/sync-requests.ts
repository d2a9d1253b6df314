// Requests and lists of sync runs, links, conflicts, write-backs and inbound webhook messages.
import { type Static, Type } from 'typebox'
import { Id, TaskReference } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { Choice, Closed, Nullable, Timestamp } from '../schema.ts'
import { Conflict, Link, LinkState, WRITE_BACK_STATES, WriteBack } from './links.ts'
import { SyncFailure, SyncRun } from './runs.ts'

const ofOne = {
  integration: Type.Optional(Id('integration', { description: 'Only of this integration' })),
  task: Type.Optional({ ...TaskReference, description: 'Only of this task (`tsk_…` or `T-142`)' }),
}

export const LinkListQuery = Closed({ ...pageQuery, ...ofOne, state: Type.Optional(LinkState) })
export type LinkListQuery = Static<typeof LinkListQuery>
export const LinkPage = Page(Link, 'A page of links, newest first')
export const linkParams = Closed({ link: Id('link') })
export const LinkCreate = Closed({
  integration: Id('integration', { description: 'Integration to create the item in' }),
})
export type LinkCreate = Static<typeof LinkCreate>

export const ConflictListQuery = Closed({
  ...pageQuery,
  ...ofOne,
  state: Type.Optional(Choice(['open', 'resolved'], { description: 'Only in this state' })),
})
export type ConflictListQuery = Static<typeof ConflictListQuery>
export const ConflictPage = Page(Conflict, 'A page of conflicts, newest first')
export const conflictParams = Closed({ conflict: Id('conflict') })
export const ConflictResolution = Closed({
  use: Choice(['service', 'remote'], {
    description: 'Whose value to use: Task Service or the external system',
  }),
})
export type ConflictResolution = Static<typeof ConflictResolution>

export const WriteBackListQuery = Closed({
  ...pageQuery,
  ...ofOne,
  state: Type.Optional(Choice(WRITE_BACK_STATES, { description: 'Only in this state' })),
})
export type WriteBackListQuery = Static<typeof WriteBackListQuery>
export const WriteBackPage = Page(WriteBack, 'A page of write-backs, newest first')
export const writeBackParams = Closed({ write_back: Id('write_back') })

export const SyncRunListQuery = Closed(pageQuery)
export const SyncRunPage = Page(SyncRun, 'A page of sync runs, newest first')
export const syncRunParams = Closed({ run: Id('sync_run') })

export const SyncRequest = Closed({
  full: Type.Optional(
    Type.Boolean({ default: false, description: 'Sync everything, not only changes' }),
  ),
})
export type SyncRequest = Static<typeof SyncRequest>

export const SyncAsked = Closed(
  {
    state: Choice(['running', 'asked'], { description: '`asked`: queued' }),
    run: Nullable(SyncRun, { description: 'The run in progress' }),
  },
  { description: 'The sync is queued or already running' },
)
export type SyncAsked = Static<typeof SyncAsked>

export const SyncFailureListQuery = Closed(pageQuery)
export const SyncFailurePage = Page(SyncFailure, 'A page of failed items')
export const FailuresRetried = Closed({
  count: Type.Integer({ minimum: 0, description: 'Number of items that are retried' }),
})

export const InboundMessage = Closed(
  {
    id: Id('inbound'),
    delivery_id: Nullable(Type.String(), { description: 'ID that the vendor gave the message' }),
    received_at: Timestamp(),
    outcome: Choice(['accepted', 'duplicate', 'refused']),
    reason: Nullable(Type.String(), { description: 'Why it was rejected' }),
    hint_count: Type.Integer({
      minimum: 0,
      description: 'Items that were fetched because of the message',
    }),
    body_bytes: Type.Integer({ minimum: 0 }),
  },
  { description: 'A webhook message from the vendor; its body is not stored' },
)
export type InboundMessage = Static<typeof InboundMessage>
export const InboundListQuery = Closed(pageQuery)
export const InboundPage = Page(InboundMessage, 'A page of messages, newest first')
