// What clients may ask about runs, links, conflicts, changes on their way and messages, and what they get as lists.
import { type Static, Type } from 'typebox'
import { Id, TaskReference } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { Choice, Closed, Nullable, Timestamp } from '../schema.ts'
import { Conflict, Link, LinkState, WRITE_BACK_STATES, WriteBack } from './links.ts'
import { SyncFailure, SyncRun } from './runs.ts'

const ofOne = {
  integration: Type.Optional(Id('integration', { description: 'Of this integration' })),
  task: Type.Optional({ ...TaskReference, description: 'Of this task (`tsk_…` or `T-142`)' }),
}

export const LinkListQuery = Closed({ ...pageQuery, ...ofOne, state: Type.Optional(LinkState) })
export type LinkListQuery = Static<typeof LinkListQuery>
export const LinkPage = Page(Link, 'A page of links, newest first')
export const linkParams = Closed({ link: Id('link') })
export const LinkCreate = Closed({ integration: Id('integration') })
export type LinkCreate = Static<typeof LinkCreate>

export const ConflictListQuery = Closed({
  ...pageQuery,
  ...ofOne,
  state: Type.Optional(Choice(['open', 'resolved'])),
})
export type ConflictListQuery = Static<typeof ConflictListQuery>
export const ConflictPage = Page(Conflict, 'A page of conflicts, newest first')
export const conflictParams = Closed({ conflict: Id('conflict') })
export const ConflictResolution = Closed({
  use: Choice(['service', 'remote'], { description: 'Whose value to take' }),
})
export type ConflictResolution = Static<typeof ConflictResolution>

export const WriteBackListQuery = Closed({
  ...pageQuery,
  ...ofOne,
  state: Type.Optional(Choice(WRITE_BACK_STATES)),
})
export type WriteBackListQuery = Static<typeof WriteBackListQuery>
export const WriteBackPage = Page(WriteBack, 'A page of changes on their way, newest first')
export const writeBackParams = Closed({ write_back: Id('write_back') })

export const SyncRunListQuery = Closed(pageQuery)
export const SyncRunPage = Page(SyncRun, 'A page of runs, newest first')
export const syncRunParams = Closed({ run: Id('run') })

export const SyncRequest = Closed({
  full: Type.Optional(
    Type.Boolean({ default: false, description: 'Read everything, not only what is new' }),
  ),
})
export type SyncRequest = Static<typeof SyncRequest>

export const SyncAsked = Closed(
  {
    state: Choice(['running', 'asked'], { description: '`asked`: it begins in a moment' }),
    run: Nullable(SyncRun, { description: 'The one that runs' }),
  },
  { description: 'That it was asked for, or is under way already' },
)
export type SyncAsked = Static<typeof SyncAsked>

export const SyncFailureListQuery = Closed(pageQuery)
export const SyncFailurePage = Page(SyncFailure, 'A page of items that could not be taken over')
export const FailuresRetried = Closed({
  count: Type.Integer({ minimum: 0, description: 'How many items are tried again' }),
})

export const InboundMessage = Closed(
  {
    id: Id('inbound'),
    delivery_id: Nullable(Type.String(), { description: 'The vendor’s own id of it' }),
    received_at: Timestamp(),
    outcome: Choice(['accepted', 'duplicate', 'refused']),
    reason: Nullable(Type.String(), { description: 'Why it was refused' }),
    hint_count: Type.Integer({ minimum: 0, description: 'Items that were read again for it' }),
    body_bytes: Type.Integer({ minimum: 0 }),
  },
  { description: 'A message from the other side; its body is not kept' },
)
export type InboundMessage = Static<typeof InboundMessage>
export const InboundListQuery = Closed(pageQuery)
export const InboundPage = Page(InboundMessage, 'A page of messages, newest first')
