// What PostgreSQL holds after the storm, read as superuser and without the service's help.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Task } from '@task-service/contract'
import type { Client as Connection } from 'pg'
import { encodeId } from '../../../server/src/lib/ids.ts'
import { withAdmin } from '../admin-client.ts'
import { digestOf, digestOfText } from './journal.ts'

export type StoredTask = {
  tenantId: string
  id: string
  number: number
  version: number
  title: string
  digest: string
}

export type StoredEvent = { taskId: string; type: string; version: number; digest: string }

export type StoredRows = {
  tasks: StoredTask[]
  /** In the order in which readers of the log get them. */
  events: StoredEvent[]
  /** Actions by task, in no order. */
  audit: Map<string, string[]>
  /** The last number given, by tenant. */
  counters: Map<string, number>
  /** Digest of the kept body, by tenant and key. */
  answers: Map<string, string>
}

const QUIET_WITHIN_MS = 30_000
const PAGE = 5_000
const FIRST = '00000000-0000-0000-0000-000000000000'

export function readStoredRows(superuserUrl: string): Promise<StoredRows> {
  return withAdmin(superuserUrl, async (admin) => ({
    tasks: await readTasks(admin),
    events: await readEvents(admin),
    audit: await readAudit(admin),
    counters: await readCounters(admin),
    answers: await readAnswers(admin),
  }))
}

/** Until all writers are done; a transaction whose process was killed ends when PostgreSQL notices. */
export async function untilQuiet(superuserUrl: string): Promise<void> {
  await withAdmin(superuserUrl, async (admin) => {
    const deadline = Date.now() + QUIET_WITHIN_MS
    for (let open = 1; open > 0; await sleep(20)) {
      if (Date.now() > deadline) throw new Error(`${open} transactions do not end`)
      const { rows } = await admin.query<{ open: number }>(
        `select count(*)::int as open from pg_stat_activity
         where application_name = 'task-service' and xact_start is not null`,
      )
      open = rows[0]?.open ?? 0
    }
  })
}

/** Page by page, so that a large storm needs no large answers. */
async function* pages<Row>(admin: Connection, text: string, start: unknown[]) {
  for (let place = start, full = true; full; ) {
    const { rows } = await admin.query<Row & { place: unknown[] }>(`${text} limit ${PAGE}`, place)
    yield rows
    full = rows.length === PAGE
    place = rows.at(-1)?.place ?? place
  }
}

async function readTasks(admin: Connection): Promise<StoredTask[]> {
  type Row = { tenantId: string; id: string; number: string; version: number; doc: string }
  const tasks: StoredTask[] = []
  const text = `
    select json_build_array(tenant_id, id) as place, tenant_id as "tenantId", id, number, version, doc::text as doc
    from tasks where (tenant_id, id) > ($1, $2) order by tenant_id, id`
  for await (const rows of pages<Row>(admin, text, [FIRST, FIRST])) {
    for (const { tenantId, id, number, version, doc } of rows) {
      const task = JSON.parse(doc) as Task // the stored document
      const digest = digestOf(task)
      const { title } = task
      tasks.push({
        tenantId,
        id: encodeId('task', id),
        number: Number(number),
        version,
        title,
        digest,
      })
    }
  }
  return tasks
}

async function readEvents(admin: Connection): Promise<StoredEvent[]> {
  type Row = { subject: string; type: string; data: string }
  const events: StoredEvent[] = []
  const text = `
    select json_build_array(tenant_id, xid::text, id) as place, subject_id as subject, type, data::text as data
    from events where (tenant_id, xid, id) > ($1, $2::xid8, $3) order by tenant_id, xid, id`
  for await (const rows of pages<Row>(admin, text, [FIRST, '0', FIRST])) {
    for (const { subject, type, data } of rows) {
      const task = JSON.parse(data) as Task // every event of the storm is one of a task
      events.push({
        taskId: encodeId('task', subject),
        type,
        version: task.version,
        digest: digestOf(task),
      })
    }
  }
  return events
}

async function readAudit(admin: Connection): Promise<Map<string, string[]>> {
  const { rows } = await admin.query<{ subject: string; actions: string[] }>(
    `select subject_id as subject, array_agg(action) as actions from audit_entries
     where action like 'task.%' group by subject_id`,
  )
  return new Map(rows.map(({ subject, actions }) => [encodeId('task', subject), actions]))
}

async function readCounters(admin: Connection): Promise<Map<string, number>> {
  const { rows } = await admin.query<{ tenant: string; last: string }>(
    'select tenant_id as tenant, last_number as last from task_counters',
  )
  return new Map(rows.map(({ tenant, last }) => [tenant, Number(last)]))
}

async function readAnswers(admin: Connection): Promise<Map<string, string>> {
  type Row = { tenant: string; key: string; body: string }
  const answers = new Map<string, string>()
  const text = `
    select json_build_array(tenant_id, key) as place, tenant_id as tenant, key, body
    from idempotency_keys where (tenant_id, key) > ($1, $2) order by tenant_id, key`
  for await (const rows of pages<Row>(admin, text, [FIRST, ''])) {
    for (const { tenant, key, body } of rows) answers.set(`${tenant}/${key}`, digestOfText(body))
  }
  return answers
}
