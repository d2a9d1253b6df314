// One migrated database per test run that every test file clones instead of migrating its own.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Client } from 'pg'

import { migrate } from '../../server/src/db/migrate.ts'
import { takeLock, withAdmin } from './admin-client.ts'
import { databaseUrl, ensureOwner, owner, ownerUrl } from './database-owner.ts'

const databaseFolder = join(import.meta.dirname, '..', '..', 'server', 'src', 'db')

/** Returns the name of the template, building it first if no other process has. */
export async function ensureTemplate(superuserUrl: string): Promise<string> {
  const name = `task_service_template_${hashMigrations()}`
  return withAdmin(superuserUrl, async (admin) => {
    if (await exists(admin, name)) return name
    await takeLock(admin)
    if (!(await exists(admin, name))) await buildTemplate(admin, superuserUrl, name)
    return name
  })
}

async function buildTemplate(admin: Client, superuserUrl: string, name: string): Promise<void> {
  await ensureOwner(admin, superuserUrl)
  const draft = `${name}_draft`
  // An existing draft was left by a process that died: the lock excludes concurrent builds.
  await admin.query(`drop database if exists ${draft} with (force)`)
  await admin.query(`create database ${draft} owner ${owner}`)
  await migrate({ databaseUrl: ownerUrl(superuserUrl, draft) })
  // Clones inherit the statistics, and a source that allows no connections can always be cloned.
  await withAdmin(databaseUrl(superuserUrl, draft), (inside) => inside.query('vacuum (analyze)'))
  await admin.query(`alter database ${draft} with allow_connections false`)
  await admin.query(`alter database ${draft} rename to ${name}`)
}

async function exists(admin: Client, name: string): Promise<boolean> {
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
  return rowCount === 1
}

/** Roles and grants may be written in code, so the other files of the folder count too. */
function hashMigrations(): string {
  const hash = createHash('sha256')
  const files = readdirSync(databaseFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(sql|ts)$/.test(file) && !file.endsWith('.test.ts'))
    .toSorted()
  for (const file of files) hash.update(file).update(readFileSync(join(databaseFolder, file)))
  return hash.digest('hex').slice(0, 16)
}
