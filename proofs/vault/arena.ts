// An installation with many tenants that each have a secret, and the operator's program beside it.
import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { Keyring } from '../../server/src/crypto/keyring.ts'
import type { Database } from '../../server/src/db/database.ts'
import { admitMasterKey } from '../../server/src/domains/vault/index.ts'
import { startCluster } from '../../tests/harness/cluster.ts'
import type { TestDatabase } from '../../tests/harness/database.ts'
import { serviceEnv } from '../../tests/harness/service.ts'
import { keepSecret, readSecret } from '../../tests/harness/vault/secret-drawer.ts'
import { openVaultDatabase } from '../../tests/harness/vault/vault-database.ts'
import { type Outcome, runCommand } from '../../tests/operate/run-command.ts'

/** Every tenant keeps one secret under this name. */
export const SECRET_ID = 'one'
const LANES = 8

export type MasterKeys = { master: Buffer; previous?: Buffer }

export type Arena = {
  database: TestDatabase
  db: Database
  admin: Pool
  /** A new one knows no data key yet. */
  keyring: (keys: MasterKeys) => Keyring
  idOf: (master: Buffer) => string
  /** The secret each tenant was last acknowledged to have. */
  secrets: Map<string, string>
  /** The same tenants, to pick one from. */
  tenantIds: string[]
  addTenant: () => Promise<string>
  env: (keys: MasterKeys) => Record<string, string>
  command: (args: string, keys: MasterKeys) => Promise<Outcome>
  /** How many secrets do not come back as they were acknowledged. */
  countWrong: (keyring: Keyring, expected?: (acknowledged: string) => string) => Promise<number>
  stop: () => Promise<void>
}

/** Nothing but the service and this program may write, so that a single write would be noticed. */
const settings = { autovacuum: 'off' }

export async function openArena(tenants: number, first: Buffer): Promise<Arena> {
  const cluster = await startCluster({ fsync: false, inMemory: true, settings })
  const vault = await openVaultDatabase({ cluster })
  const { database, db, admin } = vault
  const secrets = new Map<string, string>()
  const keyring = ({ master, previous }: MasterKeys) => vault.ring(master, previous)
  const env = (keys: MasterKeys) => ({
    ...serviceEnv({ databaseUrl: database.url }),
    ...environmentOf(keys),
  })
  const arena: Arena = {
    database,
    db,
    admin,
    keyring,
    idOf: (master) => keyring({ master }).currentId,
    secrets,
    tenantIds: [],
    addTenant: () => addTenant(admin),
    env,
    command: (args, keys) => runCommand(args.split(' '), env(keys)),
    countWrong: (held, expected = (text) => text) => countWrong(arena, held, expected),
    async stop() {
      await vault.drop()
      await cluster.stop()
    },
  }
  await admitMasterKey(db.owner, keyring({ master: first }))
  await furnish(arena, tenants, keyring({ master: first }))
  return arena
}

export function environmentOf({ master, previous }: MasterKeys): Record<string, string> {
  return {
    SERVICE_ACP_MASTER_KEY: master.toString('base64'),
    ...(previous && { SERVICE_ACP_MASTER_KEY_PREVIOUS: previous.toString('base64') }),
  }
}

async function addTenant(admin: Pool): Promise<string> {
  const slug = `t-${randomBytes(8).toString('hex')}`
  const { rows } = await admin.query<{ id: string }>(
    `insert into tenants (tenant_id, slug, name) values (gen_random_uuid(), $1, $1)
     returning tenant_id as id`,
    [slug],
  )
  return rows[0]?.id ?? ''
}

async function furnish({ db, admin, secrets, tenantIds }: Arena, count: number, keyring: Keyring) {
  const { rows } = await admin.query<{ id: string }>(
    `insert into tenants (tenant_id, slug, name)
     select gen_random_uuid(), 'tenant-' || n, 'T' from generate_series(1, $1) n
     returning tenant_id as id`,
    [count],
  )
  await inLanes(rows, async ({ id }) => {
    const text = `${id} 0`
    await db.tenantTx(id, (tx) => keepSecret({ tx, keyring }, SECRET_ID, text))
    secrets.set(id, text)
    tenantIds.push(id)
  })
}

export async function inLanes<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const shared = Iterator.from(items)
  const lane = async () => {
    for (const item of shared) await work(item)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

async function countWrong(
  { db, secrets }: Arena,
  keyring: Keyring,
  expected: (acknowledged: string) => string,
): Promise<number> {
  let wrong = 0
  await inLanes(secrets, async ([id, text]) => {
    const found = await db
      .tenantRead(id, (tx) => readSecret({ tx, keyring }, SECRET_ID))
      .catch((error: unknown) => String(error))
    if (found !== expected(text)) wrong++
  })
  return wrong
}
