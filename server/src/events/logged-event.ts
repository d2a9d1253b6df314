// An event as the dispatcher reads it from the log.

export type LoggedEvent = {
  tenant_id: string
  xid: string
  id: string
  type: string
  subject_id: string
  actor: string
  changed: string[]
  occurred_at: Date
  /** Of its content, which is read only where it is needed. */
  bytes: number
}

export type EventContent = { data: Record<string, unknown>; previous: Record<string, unknown> }
