// A database with a table of secrets, and keyrings as its processes would have them: what tests of the vault begin with.
import type { Pool } from 'pg'
import { createKeyring, type Keyring } from '../../../server/src/crypto/keyring.ts'
import { Secret } from '../../../server/src/crypto/secret.ts'
import { type Database, openDatabase } from '../../../server/src/db/database.ts'
import { readInstance } from '../../../server/src/domains/keys/index.ts'
import { openAdminPool } from '../admin-client.ts'
import { createDatabase, type DatabaseOptions, type TestDatabase } from '../database.ts'
import { makeDrawer } from './secret-drawer.ts'

export type VaultDatabase = {
  database: TestDatabase
  db: Database
  admin: Pool
  /** As after a start: it remembers no data key. */
  ring: (master: Buffer, previous?: Buffer) => Keyring
  drop: () => Promise<void>
}

const CONNECTIONS = 8

export async function openVaultDatabase(options: DatabaseOptions = {}): Promise<VaultDatabase> {
  const database = await createDatabase(options)
  await makeDrawer(database.url)
  const db = openDatabase({
    url: database.url,
    rolePrefix: 'task_service',
    poolSize: CONNECTIONS,
    statementTimeoutMs: 30_000,
  })
  const admin = openAdminPool(database.superuserUrl)
  const { id: instanceId } = await readInstance(db.auth)
  return {
    database,
    db,
    admin,
    ring: (master, previous) =>
      createKeyring({
        instanceId,
        master: Secret.from(master),
        previous: previous ? Secret.from(previous) : null,
      }),
    async drop() {
      await Promise.all([db.close(), admin.end()])
      await database.drop()
    },
  }
}
