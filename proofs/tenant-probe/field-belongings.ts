// Custom fields of a tenant with a marked key and name, and values of them on its tasks.
import type { TenantClient } from './webhook-belongings.ts'

export async function furnishField(
  { marker, post, get, note }: TenantClient,
  name: string,
): Promise<void> {
  // Far from the keys of other tenants: a suggestion for a close one would depend on the own keys alone, and look like a leak.
  const letter = 'abcdefghij'[Number(marker.at(-2))] ?? 'z'
  const key = `${marker}_${letter.repeat(9)}_${name}`
  const field = await post('/api/fields', { name: `${marker}-field-${name}`, key, type: 'text' })
  note('fld', field['id'])
  note('field', `${key}:set`)
  note('sort', `field:${key}`)
  note('column', `field:${key}`)
  await post('/api/tasks', { title: `${marker}-valued-${name}`, fields: { [key]: marker } })
  const idempotencyKey = `${marker}-fields.create-${name}`
  note('Idempotency-Key of fields.create', idempotencyKey)
  const other = { name: 'probe', key: `${key}_probe`, type: 'text' }
  await post('/api/fields', other, { 'idempotency-key': idempotencyKey })
  note('cursor of fields.list', (await get('/api/fields?limit=1'))['next_cursor'])
}
