// Responses stored for Idempotency-Key: claimed and stored in the transaction of the work itself, so that both commit or
// roll back together.
import { sql } from './sql.ts'
import type { Tx } from './tenant-tx.ts'

export type StoredAnswer = {
  requestHash: Buffer
  status: number
  headers: Record<string, string>
  body: string
}

export type Claim = 'new' | 'in_flight' | StoredAnswer

type StoredRow = {
  request_hash: Buffer
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * The lock is tried, never waited for: a waiting request would hold a connection that the first one may need. It ends with
 * the transaction, also when the process dies. A stored response is returned without the lock, so that concurrent retries
 * do not block each other. Sent together, lock first: the select then sees what the last holder of the lock committed.
 */
export async function claimKey(tx: Tx, key: string): Promise<Claim> {
  const [lock, stored] = await Promise.all([
    tx.row<{ locked: boolean }>(sql`
      select pg_try_advisory_xact_lock(hashtextextended(${`${tx.tenantId}/${key}`}, 0)) as locked`),
    tx.row<StoredRow>(sql`
      select request_hash, status, headers, body from idempotency_keys
      where ${tx.mine()} and key = ${key} and expires_at > now()`),
  ])
  if (!stored) return lock?.locked ? 'new' : 'in_flight'
  const { request_hash: requestHash, status, headers, body } = stored
  return { requestHash, status, headers, body }
}

/** False when another request has stored a response under this key in the meantime: then this work must not commit. */
export async function storeAnswer(
  tx: Tx,
  key: string,
  answer: StoredAnswer,
  retentionMs: number,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    insert into idempotency_keys (tenant_id, key, request_hash, status, headers, body, expires_at)
    values (${tx.tenantId}, ${key}, ${answer.requestHash}, ${answer.status},
      ${JSON.stringify(answer.headers)}, ${answer.body}, now() + ${retentionMs} * interval '1 ms')
    on conflict (tenant_id, key) do update set
      request_hash = excluded.request_hash, status = excluded.status, headers = excluded.headers,
      body = excluded.body, expires_at = excluded.expires_at
    where idempotency_keys.expires_at <= now()
    returning key`)
  return rows.length > 0
}
