// Imports of a tenant with a marked text in their files and names, and the key that they were made with.
import type { TenantClient } from './webhook-belongings.ts'

export async function furnishImport(
  { marker, post, get, note }: TenantClient,
  name: string,
): Promise<void> {
  const text = (field: string) => `${marker}-${field}-${name}`
  const url = `/api/imports?name=${text('file')}.jsonl`
  const row = { title: text('title'), [text('column')]: text('value') }
  const made = await post(url, row)
  note('imp', made['id'])
  const key = `${marker}-imports.create-${name}`
  note('Idempotency-Key of imports.create', key)
  await post(url, row, { 'idempotency-key': key })
  note('cursor of imports.list', (await get('/api/imports?limit=1'))['next_cursor'])
}

/** Ids of all that, in the form clients see. */
export const importIds = `union all select 'imp_' || replace(id::text, '-', '') from imports where tenant_id = $1`
