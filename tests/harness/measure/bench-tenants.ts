// Tenants a bench calls as: their ids follow from their rank, so that pgbench, which cannot look anything up on its
// way, computes the same ones.
import { generateApiKey } from '../../../server/src/crypto/api-key.ts'
import { digestKey } from '../../../server/src/crypto/key-digest.ts'
import { uuidv7 } from '../../../server/src/lib/uuid.ts'
import { withAdmin } from '../admin-client.ts'
import { HOST_SUFFIX } from '../service.ts'

export type BenchTenant = { id: string; host: string; key: string }

const ID_PREFIX = '00000000-0000-7000-8000-'

/** The id of the tenant whose rank is in the pgbench variable `t`. */
export const tenantIdText = `('${ID_PREFIX}' || lpad(:t::text, 12, '0'))`

/** Same names as the loader gives: the first is the default tenant. Called again it replaces the keys. */
export async function provisionTenants(
  superuserUrl: string,
  count: number,
): Promise<BenchTenant[]> {
  const tenants = Array.from({ length: count }, (_, index) => ({
    id: ID_PREFIX + String(index + 1).padStart(12, '0'),
    slug: index === 0 ? 'default' : `load-${index + 1}`,
    key: generateApiKey(),
  }))
  await withAdmin(superuserUrl, async (admin) => {
    const { rows } = await admin.query<{ pepper: Buffer }>('select pepper from instance')
    const pepper = rows[0]?.pepper ?? Buffer.alloc(0)
    await admin.query(`delete from tenants where slug = 'default' and tenant_id <> $1`, [
      tenants[0]?.id,
    ])
    await admin.query('delete from api_keys')
    await admin.query(
      `insert into tenants (tenant_id, slug, name)
       select id, slug, slug from unnest($1::uuid[], $2::text[]) as t (id, slug)
       on conflict do nothing`,
      [tenants.map((tenant) => tenant.id), tenants.map((tenant) => tenant.slug)],
    )
    await admin.query(
      `insert into api_keys (tenant_id, id, digest, hint)
       select tenant_id, id, digest, 'hint' from unnest($1::uuid[], $2::uuid[], $3::bytea[])
         as k (tenant_id, id, digest)`,
      [
        tenants.map((tenant) => tenant.id),
        tenants.map(() => uuidv7()),
        tenants.map((tenant) => digestKey(pepper, tenant.key)),
      ],
    )
    await admin.query('analyze tenants, api_keys')
  })
  return tenants.map(({ id, slug, key }) => ({ id, key, host: `${slug}.${HOST_SUFFIX}` }))
}
