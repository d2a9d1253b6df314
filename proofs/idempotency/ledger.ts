// What the database holds after the storm, read as superuser and counted without the service's help.
import { withAdmin } from '../../tests/harness/admin-client.ts'
import type { TestTenant } from '../../tests/harness/service.ts'

export type Ledger = {
  tasks: number
  /** Titles are unique per key, so fewer titles than tasks are duplicates. */
  titles: number
  events: number
  auditEntries: number
  keptAnswers: number
  /** Tasks without exactly one event and one audit entry of their creation. */
  torn: number
  highestNumber: number
  /** Kept answers that expire in less than a day; the minute is for the clocks of two machines. */
  shortLived: number
}

const STATEMENT = `
  with made as (
    select t.id, t.doc ->> 'title' as title, t.number,
      (select count(*) from events e
        where e.tenant_id = t.tenant_id and e.subject_id = t.id and e.type = 'task.created') as events,
      (select count(*) from audit_entries a
        where a.tenant_id = t.tenant_id and a.subject_id = t.id and a.action = 'task.created') as entries
    from tasks t where t.tenant_id = $1
  )
  select count(*)::int as "tasks", count(distinct title)::int as "titles",
    (select count(*) from events where tenant_id = $1)::int as "events",
    (select count(*) from audit_entries where tenant_id = $1 and action = 'task.created')::int as "auditEntries",
    (select count(*) from idempotency_keys where tenant_id = $1)::int as "keptAnswers",
    count(*) filter (where events <> 1 or entries <> 1)::int as "torn",
    coalesce(max(number), 0)::int as "highestNumber",
    (select count(*) from idempotency_keys k join tasks t on t.tenant_id = k.tenant_id
        and 'tsk_' || replace(t.id::text, '-', '') = (k.body::json ->> 'id')
      where k.tenant_id = $1 and k.expires_at < (t.doc ->> 'created_at')::timestamptz + interval '24 hours' - interval '1 minute')::int as "shortLived"
  from made`

export async function readLedger(superuserUrl: string, tenant: TestTenant): Promise<Ledger> {
  const { rows } = await withAdmin(superuserUrl, (admin) =>
    admin.query<Ledger>(STATEMENT, [tenant.id]),
  )
  if (!rows[0]) throw new Error('the ledger is empty')
  return rows[0]
}

/** Everything that differs from one task, event, audit entry and kept answer for each key. */
export function ledgerFaults(ledger: Ledger, keys: number): string[] {
  const { torn, shortLived, ...counts } = ledger
  const wrong = Object.entries(counts).filter(([, count]) => count !== keys)
  return [
    ...wrong.map(([name, count]) => `${count} ${name} for ${keys} keys`),
    ...(torn > 0 ? [`${torn} tasks without exactly one event and one audit entry`] : []),
    ...(shortLived > 0 ? [`${shortLived} answers kept for less than a day`] : []),
  ]
}
