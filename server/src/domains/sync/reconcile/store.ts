// SQL of items that could not be taken over.
import type { SyncError } from '@task-service/contract'
import { empty, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type FailureRow = {
  external_id: string
  title: string | null
  url: string | null
  error: SyncError
  tries: number
  first_at: Date
  last_at: Date
}

export function listFailures(
  tx: Tx,
  integrationId: string,
  after: string | undefined,
  limit: number,
): Promise<FailureRow[]> {
  return tx.rows<FailureRow>(sql`
    select external_id, title, url, error, tries, first_at, last_at from sync_failures
    where ${tx.mine()} and integration_id = ${integrationId} ${after ? sql`and external_id > ${after}` : empty}
    order by external_id limit ${limit}`)
}

export async function saveFailure(
  tx: Tx,
  integrationId: string,
  failure: Pick<FailureRow, 'external_id' | 'title' | 'url' | 'error'>,
  now: Date,
): Promise<void> {
  await tx.rows(sql`
    insert into sync_failures as f (tenant_id, integration_id, external_id, title, url, error, first_at, last_at)
    values (${tx.tenantId}, ${integrationId}, ${failure.external_id}, ${failure.title}, ${failure.url},
      ${JSON.stringify(failure.error)}, ${now}, ${now})
    on conflict (tenant_id, integration_id, external_id) do update
      set error = excluded.error, title = excluded.title, url = excluded.url, tries = f.tries + 1, last_at = ${now}`)
}

export async function deleteFailures(
  tx: Tx,
  integrationId: string,
  externalIds: readonly string[],
): Promise<void> {
  await tx.rows(sql`
    delete from sync_failures
    where ${tx.mine()} and integration_id = ${integrationId} and external_id = any (${externalIds}::text[])`)
}
