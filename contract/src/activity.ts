// The activity of a task: its part of the audit log.
import { type Static, Type } from 'typebox'
import { Actor } from './actors.ts'
import { Id } from './ids.ts'
import { Page, pageQuery } from './page.ts'
import { AnyJson, Closed, Timestamp } from './schema.ts'

export const FieldChange = Closed({
  field: Type.String(),
  from: AnyJson('Value before the change'),
  to: AnyJson('Value after the change'),
})
export type FieldChange = Static<typeof FieldChange>

export const Activity = Closed({
  id: Id('audit'),
  action: Type.String({ description: 'Name of the event, such as `task.completed`' }),
  actor: Actor,
  request_id: Type.String(),
  changes: Type.Array(FieldChange),
  at: Timestamp(),
})
export type Activity = Static<typeof Activity>

export const ActivityListQuery = Closed(pageQuery)
export const ActivityPage = Page(Activity, 'A page of activity, newest first')
