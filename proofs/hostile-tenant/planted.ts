// What a hostile tenant has piled up before it attacks, written to the database directly: hours of failed deliveries, and
// events that no dispatcher has read yet.
import { timeOfUuid, uuidv7 } from '../../server/src/lib/uuid.ts'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import type { Site } from './site.ts'

const ROWS_PER_STATEMENT = 10_000

/** Deliveries of small events whose next attempt was deferred, and is due now. */
export async function plantRetries({ superuserUrl, hostile, size }: Site): Promise<void> {
  await withAdmin(superuserUrl, async (admin) => {
    for (let left = size.retries; left > 0; left -= ROWS_PER_STATEMENT) {
      const ids = Array.from({ length: Math.min(left, ROWS_PER_STATEMENT) }, uuidv7)
      await admin.query(
        `insert into deliveries (tenant_id, id, webhook_id, event_xid, event_id, event_type, event_at, subject_id, status,
           queued_at, attempts, tries, next_attempt_at, created_at, is_deferred)
         select e.tenant_id, n.id, $2, e.xid, e.id, e.type, e.occurred_at, e.subject_id, 'pending',
           now(), 3, 3, now() + random() * interval '1 second', n.created_at, true
         from unnest($3::uuid[], $4::timestamptz[]) as n (id, created_at),
           (select * from events where tenant_id = $1 and octet_length(data::text) < 10000 limit 1) as e`,
        [hostile.id, hostile.failingWebhook, ids, ids.map(timeOfUuid)],
      )
    }
  })
}

const LARGE_EVENTS = 600

/** Committed together: a dispatcher that counts rows would read all of them at once. */
export async function plantLargeEvents({ superuserUrl, hostile }: Site): Promise<void> {
  const ids = Array.from({ length: LARGE_EVENTS }, uuidv7)
  await withAdmin(superuserUrl, (admin) =>
    admin.query(
      `with large as (
         select *, row_number() over () as number
         from (select * from events where tenant_id = $1 and octet_length(data::text) > 100000 limit 50) as found)
       insert into events (tenant_id, id, type, subject_id, actor, data, previous, changed, occurred_at)
       select tenant_id, n.id, type, subject_id, actor, data, previous, changed, n.at
       from unnest($2::uuid[], $3::timestamptz[]) with ordinality as n (id, at, number)
       join large on large.number = 1 + n.number % (select count(*) from large)`,
      [hostile.id, ids, ids.map(timeOfUuid)],
    ),
  )
}
