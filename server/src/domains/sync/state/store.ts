// SQL of what the engine keeps in the row of an integration.
import type { Mapping, SyncError } from '@task-service/contract'
import type { Json, Person } from '@task-service/kit'
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type SyncIntegration = {
  id: string
  provider: string
  name: string
  config: Record<string, string | number | boolean>
  hosts: string[]
  mapping: Mapping
  problem: string | null
  self: Person | null
  cursor: Json | null
  poll_seconds: number
  next_pull_at: Date | null
  next_sweep_at: Date | null
  failures: number
  webhook: { id: string; expiresAt?: string } | null
  webhook_renew_at: Date | null
  webhook_heard_at: Date | null
  news_at: Date | null
}

export function findIntegration(tx: Tx, id: string): Promise<SyncIntegration | undefined> {
  return tx.row<SyncIntegration>(sql`
    select id, provider, name, config, hosts, mapping, problem, self, cursor, poll_seconds, next_pull_at,
      next_sweep_at, failures, webhook, webhook_renew_at, webhook_heard_at, news_at
    from integrations where ${tx.mine()} and id = ${id}`)
}

export type RequestedIntegration = { id: string; provider: string; paused: boolean }

/** What a request about its sync needs to know. */
export function findRequested(tx: Tx, id: string): Promise<RequestedIntegration | undefined> {
  return tx.row<RequestedIntegration>(sql`
    select id, provider, paused from integrations where ${tx.mine()} and id = ${id}`)
}

export async function saveCursor(tx: Tx, id: string, cursor: Json): Promise<void> {
  await tx.rows(sql`
    update integrations set cursor = ${JSON.stringify(cursor)} where ${tx.mine()} and id = ${id}`)
}

export async function saveChoices(tx: Tx, id: string, mapping: Mapping): Promise<void> {
  await tx.rows(sql`
    update integrations set mapping = ${JSON.stringify(mapping)} where ${tx.mine()} and id = ${id}`)
}

export async function saveSelf(tx: Tx, id: string, self: Person): Promise<void> {
  await tx.rows(sql`
    update integrations set self = ${JSON.stringify(self)} where ${tx.mine()} and id = ${id}`)
}

export async function saveSchedule(
  tx: Tx,
  id: string,
  schedule: { nextPullAt: Date; nextSweepAt: Date | null; newsAt?: Date },
): Promise<void> {
  await tx.rows(sql`
    update integrations set next_pull_at = ${schedule.nextPullAt}, next_sweep_at = ${schedule.nextSweepAt},
      news_at = coalesce(${schedule.newsAt ?? null}::timestamptz, news_at)
    where ${tx.mine()} and id = ${id}`)
}

/** At most once an hour, so that a busy vendor does not rewrite the row with each webhook. */
export async function noteHeard(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.rows(sql`
    update integrations set webhook_heard_at = ${now}
    where ${tx.mine()} and id = ${id}
      and (webhook_heard_at is null or webhook_heard_at < ${now}::timestamptz - interval '1 hour')`)
}

/** Only while it is still the one that was renewed. */
export async function saveWebhook(
  tx: Tx,
  id: string,
  before: string,
  webhook: { id: string; expiresAt?: string },
  renewAt: Date | null,
): Promise<void> {
  await tx.rows(sql`
    update integrations set webhook = ${JSON.stringify(webhook)}, webhook_renew_at = ${renewAt}
    where ${tx.mine()} and id = ${id} and webhook ->> 'id' = ${before}`)
}

export async function clearProblem(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`
    update integrations set problem = null, problem_detail = null, problem_since = null, failures = 0,
      rest_until = null
    where ${tx.mine()} and id = ${id}`)
}

export async function saveFailing(
  tx: Tx,
  id: string,
  failing: { problem: string | null; error: SyncError; restUntil: Date | null; now: Date },
): Promise<number> {
  const row = await tx.row<{ failures: number }>(sql`
    update integrations set failures = failures + 1, rest_until = ${failing.restUntil},
      problem_since = case when ${failing.problem}::text is null then null
        when problem = ${failing.problem} then problem_since else ${failing.now} end,
      problem = ${failing.problem},
      problem_detail = ${JSON.stringify(failing.error)}
    where ${tx.mine()} and id = ${id}
    returning failures`)
  return row?.failures ?? 0
}

/** Gives the lease back and says when there is something to do again. */
export async function releaseLease(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`
    update integrations i set lease_token = null, lease_until = null, due_at = least(i.next_pull_at, i.webhook_renew_at,
      (select min(l.retry_at) from links l
        where ${tx.mine('l')} and l.integration_id = i.id and l.retry_at is not null))
    where i.tenant_id = ${tx.tenantId} and i.id = ${id}`)
}

/** Ends the backoff, because a sync was requested or the cause of the failure may be fixed. */
export async function endRest(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.rows(sql`
    update integrations set rest_until = null,
      next_pull_at = case when next_pull_at > ${now} then ${now} else next_pull_at end
    where ${tx.mine()} and id = ${id} and rest_until is not null`)
}
