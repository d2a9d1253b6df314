// The same attacks with write access to the database: rows are changed, cut and copied, and then read as usual.
import { type SeededRandom, seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { readSecret } from '../../tests/harness/vault/secret-drawer.ts'
import { type Arena, SECRET_ID } from './arena.ts'
import type { Try } from './tampering.ts'

const ATTACKED = 100

type Attack = { statement: string; values: (victim: Victim) => unknown[] }
type Victim = { tenantId: string; neighborId: string; random: SeededRandom }

const OWN = 'where tenant_id = $1'
const copySecret = `update drawer set secret = (select secret from drawer where tenant_id = $2) ${OWN}`

const attacks: Attack[] = [
  {
    statement: `update drawer set secret = set_byte(secret, $2, get_byte(secret, $2) # $3) ${OWN}`,
    values: ({ tenantId, random }) => [tenantId, random.between(0, 44), random.between(1, 255)],
  },
  {
    statement: `update drawer set secret = substring(secret from 1 for octet_length(secret) - $2) ${OWN}`,
    values: ({ tenantId, random }) => [tenantId, random.between(1, 16)],
  },
  {
    statement: `update data_keys set wrapped = set_byte(wrapped, $2, get_byte(wrapped, $2) # $3) ${OWN}`,
    values: ({ tenantId, random }) => [tenantId, random.between(0, 59), random.between(1, 255)],
  },
  {
    statement: `update data_keys set wrapped = (select wrapped from data_keys where tenant_id = $2) ${OWN}`,
    values: ({ tenantId, neighborId }) => [tenantId, neighborId],
  },
  {
    statement: copySecret,
    values: ({ tenantId, neighborId }) => [tenantId, neighborId],
  },
  {
    // The neighbor's secret together with the data key it was sealed under.
    statement: `with copied as (${copySecret} returning 1)
      insert into data_keys (tenant_id, id, master_key_id, wrapped, is_current)
      select $1, id, master_key_id, wrapped, false from data_keys where tenant_id = $2`,
    values: ({ tenantId, neighborId }) => [tenantId, neighborId],
  },
]

export async function tamperWithRows(arena: Arena, master: Buffer, seed: number): Promise<Try> {
  const random = seededRandom(seed, 'rows')
  const tries: Try = { tried: 0, accepted: 0 }
  for (const [index, tenantId] of arena.tenantIds.slice(0, ATTACKED).entries()) {
    const neighborId = arena.tenantIds[index + 1] ?? ''
    const image = await copyOf(arena, tenantId)
    for (const { statement, values } of attacks) {
      await arena.admin.query(statement, values({ tenantId, neighborId, random }))
      tries.tried++
      if (await isRead(arena, tenantId, master)) tries.accepted++
      await restore(arena, tenantId, image)
    }
    if (!(await isRead(arena, tenantId, master))) throw new Error('a restored secret is not read')
  }
  return tries
}

type Image = { secret: Buffer; id: string; master_key_id: string; wrapped: Buffer }

async function copyOf({ admin }: Arena, tenantId: string): Promise<Image> {
  const { rows } = await admin.query<Image>(
    `select secret, k.id, master_key_id, wrapped
     from drawer d join data_keys k on k.tenant_id = d.tenant_id where d.tenant_id = $1`,
    [tenantId],
  )
  if (!rows[0]) throw new Error(`tenant ${tenantId} has no secret`)
  return rows[0]
}

async function restore({ admin }: Arena, tenantId: string, image: Image): Promise<void> {
  const { secret, id, master_key_id: masterKeyId, wrapped } = image
  await admin.query(`update drawer set secret = $2 ${OWN}`, [tenantId, secret])
  await admin.query(`delete from data_keys ${OWN}`, [tenantId])
  await admin.query(
    'insert into data_keys (tenant_id, id, master_key_id, wrapped) values ($1, $2, $3, $4)',
    [tenantId, id, masterKeyId, wrapped],
  )
}

async function isRead({ db, keyring }: Arena, tenantId: string, master: Buffer): Promise<boolean> {
  try {
    await db.tenantRead(tenantId, (tx) =>
      readSecret({ tx, keyring: keyring({ master }) }, SECRET_ID),
    )
    return true
  } catch {
    return false
  }
}
