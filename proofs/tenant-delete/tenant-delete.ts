// Verifies that deleting a tenant terminates for any tree of tasks, also when the command is killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Client } from 'pg'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { childEnv } from '../../tests/harness/child-env.ts'
import { startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { type SeededRandom, seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { MAIN, provisionTenant } from '../../tests/harness/service.ts'
import { equals, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'

const KILLS = 2

type Run = { code: number | null; killed: boolean; deleted: number; ms: number }

export const proof: Proof = {
  tier: 'release',
  tierReason: 'the test of the deletion covers every shape of tree on each change',
  budgetSeconds: 120,
  covers: ['server/src/commands', 'server/src/domains/tenants'],
  claim:
    '`tenant delete` removes a tenant whose 20,000 (1,000,000) tasks are one chain in random order, although it is killed twice; another tenant keeps every row',
  fullSizeForRelease: true,
  report: 'resilience',
  hasControl: false,
  async prove(options): Promise<Verdict> {
    const cluster = await startCluster({ fsync: false })
    try {
      const database = await createDatabase({ cluster })
      return await deleteUnderKills(database, options)
    } finally {
      await cluster.stop()
    }
  },
}

async function deleteUnderKills(database: TestDatabase, options: ProofOptions): Promise<Verdict> {
  const tasks = options.full ? 1_000_000 : 20_000
  const random = seededRandom(options.seed, 'tenant-delete')
  const going = await provisionTenant(database.url, 'going')
  const staying = await provisionTenant(database.url, 'staying')
  const before = await withAdmin(database.superuserUrl, async (admin) => {
    await plantChain(admin, going.id, tasks)
    await plantChain(admin, staying.id, 100)
    return countRows(admin, staying.id)
  })
  options.log(`planted a chain of ${tasks} tasks`)
  const runs: Run[] = []
  for (let run = 1; run <= KILLS + 1; run++) {
    const isLast = run > KILLS
    runs.push(await runDelete(database, isLast ? null : pickMoment(random, tasks, run)))
    options.log(`run ${run}: ${JSON.stringify(runs.at(-1))}`)
  }
  const after = await withAdmin(database.superuserUrl, async (admin) => ({
    left: await countRows(admin, going.id),
    kept: await countRows(admin, staying.id),
  }))
  const seconds = Math.round(runs.reduce((sum, { ms }) => sum + ms, 0) / 1_000)
  return {
    figures: `${tasks} tasks in one chain, ${runs.filter(({ killed }) => killed).length} kills, ${runs.reduce((sum, { deleted }) => sum + deleted, 0)} rows deleted in ${seconds} s, ${after.left} left`,
    criteria: [
      equals('kills', runs.filter(({ killed }) => killed).length, KILLS),
      equals('exit code of the last run', runs.at(-1)?.code ?? -1, 0),
      none('rows of the tenant left', after.left),
      none('rows missing from the neighbor', before - after.kept),
    ],
  }
}

/** A number of tasks in the first, then in the second half of what is there. */
function pickMoment(random: SeededRandom, tasks: number, run: number): number {
  const half = Math.floor(tasks / 2)
  return run === 1 ? random.between(1, half) : random.between(1, Math.floor(half / 2))
}

/** Ids are random, so a parent and its child are in any two batches, in any order. */
async function plantChain(admin: Client, tenantId: string, size: number): Promise<void> {
  await admin.query('create temporary table chain (n bigint primary key, id uuid)')
  await admin.query(
    'insert into chain select n, gen_random_uuid() from generate_series(1, $1::bigint) n',
    [size],
  )
  await admin.query(
    `insert into tasks (tenant_id, id, number, status, priority, queue, parent_id, updated_at, search, doc)
     select $1, c.id, c.n, 'ready', 2, 'default', p.id, now(), '', '{}'
     from chain c left join chain p on p.n = c.n - 1 order by c.n`,
    [tenantId],
  )
  await admin.query(
    `with labeled as (
       insert into task_labels (tenant_id, label, task_id) select $1, 'a', id from chain)
     insert into events (tenant_id, id, type, subject_id, actor, data, previous, changed, occurred_at)
     select $1, gen_random_uuid(), 'task.created', id, 'system:test', '{}', '{}', '{}', now() from chain`,
    [tenantId],
  )
  await admin.query('drop table chain')
  await admin.query('analyze tasks, task_labels, events')
}

async function countRows(admin: Client, tenantId: string): Promise<number> {
  const { rows } = await admin.query<{ count: string }>(
    ['tasks', 'task_labels', 'events', 'audit_entries', 'api_keys', 'tenants']
      .map((table) => `(select count(*) from ${table} where tenant_id = $1)`)
      .join(' + ')
      .replace(/^/, 'select ')
      .concat(' as count'),
    [tenantId],
  )
  return Number(rows[0]?.count)
}

/** Kills the command once it has deleted more than `killAfter` tasks. */
async function runDelete(database: TestDatabase, killAfter: number | null): Promise<Run> {
  const startMs = performance.now()
  const child = spawn(process.execPath, [MAIN, 'tenant', 'delete', 'going', '--confirm', 'going'], {
    env: childEnv({ DATABASE_URL: database.url }),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const run: Run = { code: null, killed: false, deleted: 0, ms: 0 }
  createInterface({ input: child.stderr }).on('line', (line) => {
    const [, table, deleted, total] =
      /^(\w+): deleted (\d+) of .* \((\d+) in total\)$/.exec(line) ?? []
    if (total !== undefined) run.deleted = Number(total)
    if (killAfter === null || table !== 'tasks' || Number(deleted) <= killAfter) return
    run.killed = true
    child.kill('SIGKILL')
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return { ...run, code, ms: performance.now() - startMs }
}
