// Saved views of a tenant with a marked text in every field that takes text, and the key one was made with.
import type { TenantClient } from './webhook-belongings.ts'

export async function furnishView(
  { marker, post, get, note }: TenantClient,
  name: string,
): Promise<void> {
  const text = (field: string) => `${marker}-${field}-${name}`
  const query = {
    q: text('q'),
    queue: text('queue'),
    label: [text('label')],
    assignee: text('assignee'),
    delegate: text('delegate'),
  }
  // One is everybody's and one the maker's alone: neither is another tenant's.
  const view = await post('/api/views', { name: text('view'), query, shared: true })
  await post('/api/views', { name: text('own view'), query })
  note('viw', view['id'])
  const key = `${marker}-views.create-${name}`
  note('Idempotency-Key of views.create', key)
  await post('/api/views', { name: 'probe' }, { 'idempotency-key': key })
  note('cursor of views.list', (await get('/api/views?limit=1'))['next_cursor'])
}
