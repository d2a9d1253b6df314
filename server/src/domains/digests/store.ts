// SQL of e-mail digests: settings of a person, and what is due across tenants.
import type { Digest } from '@task-service/contract'
import type { Reader } from '#db/reader.ts'
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type DigestRow = {
  user_id: string
  frequency: Digest['frequency']
  hour: number
  time_zone: string
  language: Digest['language']
  address: string | null
  refusals: number
  period_at: Date | null
  next_at: Date | null
  attempts: number
  last_sent_at: Date | null
  wanted_address: string | null
  code_id: string | null
  code_expires_at: Date | null
  code_at: Date | null
  code_times: Date[]
}

const columns = sql`user_id, frequency, hour, time_zone, language, address, refusals, period_at, next_at, attempts,
  last_sent_at, wanted_address, code_id, code_expires_at, code_at, code_times`

export function findDigest(tx: Tx, userId: string): Promise<DigestRow | undefined> {
  return tx.row<DigestRow>(sql`
    select ${columns} from inbox_digests where ${tx.mine()} and user_id = ${userId}`)
}

/** Locked until the transaction ends. */
export function lockDigest(tx: Tx, userId: string): Promise<DigestRow | undefined> {
  return tx.row<DigestRow>(sql`
    select ${columns} from inbox_digests where ${tx.mine()} and user_id = ${userId} for update`)
}

export async function insertDigest(
  tx: Tx,
  userId: string,
  {
    frequency,
    hour,
    time_zone: zone,
    language,
  }: Pick<Digest, 'frequency' | 'hour' | 'time_zone' | 'language'>,
): Promise<void> {
  await tx.rows(sql`
    insert into inbox_digests (tenant_id, user_id, frequency, hour, time_zone, language)
    values (${tx.tenantId}, ${userId}, ${frequency}, ${hour}, ${zone}, ${language})
    on conflict do nothing`)
}

/** Without its `claim`, a worker that is processing the row sees that it was changed. */
export async function updateDigest(
  tx: Tx,
  row: DigestRow,
  claim: string | null = null,
): Promise<void> {
  await tx.rows(sql`
    update inbox_digests set frequency = ${row.frequency}, hour = ${row.hour}, time_zone = ${row.time_zone},
      language = ${row.language}, address = ${row.address}, refusals = ${row.refusals}, period_at = ${row.period_at},
      next_at = ${row.next_at}, attempts = ${row.attempts}, last_sent_at = ${row.last_sent_at},
      wanted_address = ${row.wanted_address}, code_id = ${row.code_id}, code_expires_at = ${row.code_expires_at},
      code_at = ${row.code_at}, code_times = ${row.code_times}::timestamptz[],
      claim = ${claim}, claimed_until = case when ${claim}::uuid is not null then claimed_until end
    where ${tx.mine()} and user_id = ${row.user_id}`)
}

/** Two people of a tenant could otherwise both find one free place. */
export async function lockCodes(tx: Tx): Promise<void> {
  await tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(${`digest codes of ${tx.tenantId}`}, 0))`)
}

/** Codes that people of the tenant requested since then. */
export async function countCodes(tx: Tx, since: Date): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from inbox_digests, unnest(code_times) as requested (at)
    where ${tx.mine()} and requested.at > ${since}`)
  return row?.count ?? 0
}

const LOOK = 1_000

/** `except` those that are known: one with many due digests would hide the others. */
export async function findDueTenants(
  feed: Reader,
  now: Date,
  except: readonly string[],
): Promise<string[]> {
  const rows = await feed.rows<{ tenant_id: string }>(sql`
    select distinct due.tenant_id from (
      select d.tenant_id from inbox_digests d
      join tenants x on x.tenant_id = d.tenant_id and x.status = 'active'
      where d.due_at <= ${now} and d.tenant_id <> all(${except}::uuid[])
      order by d.due_at limit ${LOOK}::integer) due`)
  return rows.map(({ tenant_id: id }) => id)
}

export type ClaimedDigest = DigestRow & { username: string; is_disabled: boolean; slug: string }

/** Those that no other worker has. A worker that is killed leaves them claimed until then. */
export function claimDue(
  tx: Tx,
  { claim, now, until, limit }: { claim: string; now: Date; until: Date; limit: number },
): Promise<ClaimedDigest[]> {
  return tx.rows<ClaimedDigest>(sql`
    with due as (
      select user_id as id from inbox_digests
      where ${tx.mine()} and due_at <= ${now} and (claimed_until is null or claimed_until < ${now})
        and exists (select from tenants t where ${tx.mine('t')} and t.status = 'active')
      order by due_at limit ${limit}
      for update skip locked),
    claimed as (
      update inbox_digests set claim = ${claim}, claimed_until = ${until}
      from due where ${tx.mine()} and user_id = due.id
      returning ${columns})
    select a.*, r.username, r.disabled_at is not null as is_disabled, t.slug
    from claimed a
    join users r on ${tx.mine('r')} and r.id = a.user_id
    join tenants t on ${tx.mine('t')}`)
}

/** The row as it is now, if this worker still has it. */
export function lockClaimed(tx: Tx, userId: string, claim: string): Promise<DigestRow | undefined> {
  return tx.row<DigestRow>(sql`
    select ${columns} from inbox_digests
    where ${tx.mine()} and user_id = ${userId} and claim = ${claim} for update`)
}

export async function releaseClaims(tx: Tx, claim: string): Promise<void> {
  await tx.rows(sql`
    update inbox_digests set claim = null, claimed_until = null where ${tx.mine()} and claim = ${claim}`)
}
