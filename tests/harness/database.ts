// A database of its own for each test file: a clone of the migrated template, or an empty one.
import { randomBytes } from 'node:crypto'
import { type Database, openDatabase } from '../../server/src/db/database.ts'
import { takeLock, withAdmin } from './admin-client.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { databaseUrl, ensureOwner, owner, ownerUrl } from './database-owner.ts'
import { ensureTemplate } from './template-database.ts'

export type DatabaseOptions = {
  /** Where to create it; by default the cluster of the test run, or one started on demand. */
  cluster?: Pick<Cluster, 'superuserUrl'>
}

export type TestDatabase = {
  name: string
  /** Connects as the owner: CREATEROLE and the database's ownership, nothing more. */
  url: string
  /** Connects as the superuser, for looking at what the service itself may not see. */
  superuserUrl: string
  drop(): Promise<void>
}

export type EmptyDatabase = TestDatabase & {
  /** Not used by any other database; its roles go with the database. */
  rolePrefix: string
}

/** Migrated with the default role prefix. Roles belong to the cluster, so clones share them. */
export async function createDatabase(options: DatabaseOptions = {}): Promise<TestDatabase> {
  const superuserUrl = await findSuperuserUrl(options)
  const template = await ensureTemplate(superuserUrl)
  return create(superuserUrl, nextName(), template)
}

/** The connections of the service to a database with the default roles. */
export function openTestDatabase(url: string, poolSize = 2): Database {
  return openDatabase({ url, rolePrefix: 'task_service', poolSize, statementTimeoutMs: 10_000 })
}

/** Not migrated. Migrate it with its own `rolePrefix` unless sharing roles is the point. */
export async function emptyDatabase(options: DatabaseOptions = {}): Promise<EmptyDatabase> {
  const superuserUrl = await findSuperuserUrl(options)
  await withAdmin(superuserUrl, async (admin) => {
    await takeLock(admin)
    await ensureOwner(admin, superuserUrl)
  })
  const name = nextName()
  const rolePrefix = `${name}_role`
  const database = await create(superuserUrl, name, 'template0')
  return {
    ...database,
    rolePrefix,
    async drop() {
      await database.drop()
      await dropRoles(superuserUrl, rolePrefix)
    },
  }
}

async function create(superuserUrl: string, name: string, template: string): Promise<TestDatabase> {
  await execute(superuserUrl, `create database ${name} template ${template} owner ${owner}`)
  return {
    name,
    url: ownerUrl(superuserUrl, name),
    superuserUrl: databaseUrl(superuserUrl, name),
    drop: () => execute(superuserUrl, `drop database if exists ${name} with (force)`),
  }
}

async function dropRoles(superuserUrl: string, prefix: string): Promise<void> {
  await withAdmin(superuserUrl, async (admin) => {
    const { rows } = await admin.query<{ name: string }>(
      'select quote_ident(rolname) as name from pg_roles where starts_with(rolname, $1)',
      [prefix],
    )
    for (const { name } of rows) await admin.query(`drop role ${name}`)
  })
}

let ownCluster: Promise<Cluster> | undefined

async function findSuperuserUrl({ cluster }: DatabaseOptions): Promise<string> {
  if (cluster) return cluster.superuserUrl
  const given = process.env['TEST_DATABASE_URL']
  if (given) return given
  // A test file run on its own, without `npm test`, still works; the cluster ends with it.
  ownCluster ??= startCluster({ fsync: false, inMemory: true })
  return (await ownCluster).superuserUrl
}

function nextName(): string {
  return `test_${process.pid}_${randomBytes(4).toString('hex')}`
}

async function execute(superuserUrl: string, statement: string): Promise<void> {
  await withAdmin(superuserUrl, (admin) => admin.query(statement))
}
