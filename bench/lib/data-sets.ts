// Databases of several sizes in one cluster: loaded when they are missing, and kept for the next run where a folder is
// given for them.
import { statfsSync } from 'node:fs'
import type { Client } from 'pg'
import { migrate } from '../../server/src/db/migrate.ts'
import {
  type AppliedMigration,
  compareSchema,
  listApplied,
} from '../../server/src/db/schema-version.ts'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { databaseUrl, owner, ownerUrl } from '../../tests/harness/database-owner.ts'
import { type BenchTenant, provisionTenants } from '../../tests/harness/measure/bench-tenants.ts'
import { loadDataset } from '../../tools/load.ts'
import type { DataCluster } from './data-cluster.ts'

export type Size = { tasks: number; tenants: number }

export type DataSet = Size & { url: string; superuserUrl: string; callers: BenchTenant[] }

type Log = (line: string) => void

/** Smaller ones are used as a copy, so that the original does not grow from run to run. */
const USED_IN_PLACE_FROM = 5_000_000
/** Loading this many is worth a restart with other settings. */
const LARGE = 500_000
const BYTES_PER_TASK = 3_100
const SPARE_BYTES = 6 * 2 ** 30
const COMPLETE = 'complete'

/** Nothing is asked of the server while it is filled, and what is lost in a crash is loaded again. */
const loadingSettings = {
  wal_level: 'minimal',
  max_wal_senders: '0',
  synchronous_commit: 'off',
  autovacuum: 'off',
  checkpoint_timeout: '30min',
  max_wal_size: '4GB',
}

export async function openDataSets(
  cluster: DataCluster,
  sizes: readonly Size[],
  log: Log,
): Promise<DataSet[]> {
  const missing: Size[] = []
  for (const size of sizes) if (!(await isComplete(cluster, size))) missing.push(size)
  const { settings } = cluster
  const isLong = missing.some((size) => size.tasks >= LARGE)
  if (isLong) await cluster.restart({ ...settings, ...loadingSettings })
  for (const size of missing.toSorted((a, b) => a.tasks - b.tasks)) await load(cluster, size, log)
  if (isLong) await cluster.restart(settings)
  const sets: DataSet[] = []
  for (const size of sizes) {
    if (!(await isComplete(cluster, size))) continue
    const set = await take(cluster, size)
    sets.push(set)
    if (!isCopied(size)) log(`${describe(size)}: ${format(await countTasks(set))} by now`)
  }
  return sets
}

/** Copies go; what was used in place stays. */
export async function closeDataSets(cluster: DataCluster, sets: readonly DataSet[]): Promise<void> {
  await withAdmin(cluster.superuserUrl, async (admin) => {
    for (const size of sets) {
      if (isCopied(size)) await admin.query(`drop database if exists ${copyOf(size)} with (force)`)
    }
  })
}

const nameOf = ({ tasks, tenants }: Size) => `growth_${tasks}_${tenants}`
const copyOf = (size: Size) => `${nameOf(size)}_copy`
const isCopied = ({ tasks }: Size) => tasks < USED_IN_PLACE_FROM
const format = (count: number) => count.toLocaleString('en-US')
const describe = ({ tasks, tenants }: Size) =>
  `${format(tasks)} tasks of ${format(tenants)} tenants`

async function isComplete(cluster: DataCluster, size: Size): Promise<boolean> {
  const isLoaded = await withAdmin(cluster.superuserUrl, async (admin) => {
    const { rows } = await admin.query<{ state: string | null }>(
      `select shobj_description(oid, 'pg_database') as state from pg_database where datname = $1`,
      [nameOf(size)],
    )
    return rows[0]?.state === COMPLETE
  })
  return isLoaded && (await hasCurrentSchema(cluster, size))
}

/** Migrations that are missing are made up for; one that was changed afterwards cannot be. */
async function hasCurrentSchema({ superuserUrl }: DataCluster, size: Size): Promise<boolean> {
  const name = nameOf(size)
  const { state } = await withAdmin(databaseUrl(superuserUrl, name), async (admin) => {
    const query = async (text: string) => (await admin.query<AppliedMigration>(text)).rows
    return compareSchema(await listApplied(query))
  })
  if (state === 'pending') await migrate({ databaseUrl: ownerUrl(superuserUrl, name) })
  return state === 'current' || state === 'pending'
}

/** What earlier runs created is still there. */
async function countTasks({ superuserUrl }: DataSet): Promise<number> {
  return withAdmin(superuserUrl, async (admin) => {
    const { rows } = await admin.query<{ tasks: number }>(
      'select sum(last_number)::float as tasks from task_counters',
    )
    return rows[0]?.tasks ?? 0
  })
}

async function exists(admin: Client, size: Size): Promise<boolean> {
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [
    nameOf(size),
  ])
  return rowCount === 1
}

/** A load that broke off is continued. */
async function load(cluster: DataCluster, size: Size, log: Log): Promise<void> {
  const { superuserUrl } = cluster
  const name = nameOf(size)
  await withAdmin(superuserUrl, async (admin) => {
    if ((await exists(admin, size)) && !(await hasCurrentSchema(cluster, size))) {
      log(`${describe(size)} are loaded again: the schema is another`)
      await admin.query(`drop database ${name} with (force)`)
    }
    if (!(await exists(admin, size))) {
      const empty = await createDatabase({ cluster })
      await admin.query(`alter database ${empty.name} rename to ${name}`)
    }
  })
  if (!hasRoom(cluster, size)) {
    log(`${describe(size)} are not loaded: the disk has no room for them`)
    return
  }
  const started = performance.now()
  await provisionTenants(databaseUrl(superuserUrl, name), size.tenants)
  const { bytes } = await loadDataset(ownerUrl(superuserUrl, name), {
    ...size,
    skew: 0,
    log: size.tasks >= LARGE ? log : () => {},
  })
  await withAdmin(superuserUrl, (admin) =>
    admin.query(`comment on database ${name} is '${COMPLETE}'`),
  )
  const seconds = Math.round((performance.now() - started) / 1000)
  log(`${describe(size)} loaded in ${seconds} s, ${(bytes / 2 ** 30).toFixed(2)} GiB`)
}

/** With a copy beside it, where one will be made. A load that is resumed needs less than this allows for. */
function hasRoom({ directory }: DataCluster, size: Size): boolean {
  const { bavail, bsize } = statfsSync(directory)
  const needed = size.tasks * BYTES_PER_TASK * (isCopied(size) ? 2 : 1)
  return bavail * bsize > needed + SPARE_BYTES
}

async function take({ superuserUrl }: DataCluster, size: Size): Promise<DataSet> {
  const name = isCopied(size) ? copyOf(size) : nameOf(size)
  if (isCopied(size)) {
    await withAdmin(superuserUrl, async (admin) => {
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.query(
        `create database ${name} template ${nameOf(size)} owner ${owner} strategy file_copy`,
      )
    })
  }
  const ownUrl = databaseUrl(superuserUrl, name)
  const callers = await provisionTenants(ownUrl, size.tenants)
  return { ...size, url: ownerUrl(superuserUrl, name), superuserUrl: ownUrl, callers }
}
