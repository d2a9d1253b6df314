// What a write leaves behind: its events and audit entries, read past row security by the superuser.
import assert from 'node:assert/strict'
import type { FieldChange } from '@task-service/contract'
import { inspect } from './test-api.ts'

export type StoredEvent = {
  type: string
  actor: string
  data: Record<string, unknown>
  previous: Record<string, unknown>
  changed: string[]
}

export type StoredEntry = {
  action: string
  actor: string
  request_id: string
  changes: FieldChange[]
}

/** The UUID inside an id such as `tsk_0193…`. */
export function uuidOf(id: string): string {
  const hex = id.slice(id.indexOf('_') + 1)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export function eventsOf(id: string): Promise<StoredEvent[]> {
  return inspect<StoredEvent>(
    `select type, actor, data, previous, changed
       from events where subject_id = $1 order by id`,
    [uuidOf(id)],
  )
}

export function auditOf(taskId: string): Promise<StoredEntry[]> {
  return inspect<StoredEntry>(
    `select action, actor, request_id, changes
       from audit_entries where subject_id = $1 order by id`,
    [uuidOf(taskId)],
  )
}

/** Which transactions wrote the events and the audit entries of a task, in order. */
export async function transactionsOf(
  taskId: string,
): Promise<{ events: string[]; entries: string[] }> {
  const written = (table: string) =>
    inspect<{ by: string }>(
      `select xmin::text as by from ${table} where subject_id = $1 order by id`,
      [uuidOf(taskId)],
    )
  const [events, entries] = [await written('events'), await written('audit_entries')]
  return { events: events.map((row) => row.by), entries: entries.map((row) => row.by) }
}

/** How much the log and the audit trail of a tenant hold. */
export async function countHistory(tenantId: string): Promise<{ events: number; entries: number }> {
  const [counts] = await inspect<{ events: number; entries: number }>(
    `select (select count(*)::int from events where tenant_id = $1) as events,
            (select count(*)::int from audit_entries where tenant_id = $1) as entries`,
    [tenantId],
  )
  assert.ok(counts)
  return counts
}
