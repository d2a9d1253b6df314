// Background maintenance of a worker: partitions, and retention of every table.
import type { Config } from '#config/config.ts'
import type { Database } from '#db/database.ts'
import { keptMs, type PurgeStep, planPurge } from '#db/operate/purge.ts'
import { retentionRules } from '#db/operate/retention-rules.ts'
import { dropOldPartitions, ensurePartitions, isPartitioned } from '#db/partitions.ts'
import { expireJobs } from '#domains/edge/index.ts'
import type { Logger } from '#observe/log.ts'

const BATCH = 5_000

export type MaintenanceParts = {
  config: Pick<Config<'database'>, 'retention'>
  db: Pick<Database, 'maintenance' | 'retention'>
  log: Pick<Logger, 'info' | 'error'>
  /** Called between steps; false ends the round, because another worker holds the lease. */
  mayContinue?: (() => Promise<boolean>) | undefined
}

type Step = { name: string; run: () => Promise<unknown> }

/**
 * Steps are independent: one that fails is logged and retried in the next round, and the others still run. True if all
 * succeeded.
 */
export async function runMaintenance(
  parts: MaintenanceParts,
  signal?: AbortSignal,
): Promise<boolean> {
  const done: Record<string, unknown> = {}
  let isComplete = true
  for (const { name, run } of planSteps(parts, signal)) {
    if (signal?.aborted || !(await mayContinue(parts))) {
      isComplete = false
      break
    }
    try {
      done[name] = await run()
    } catch (error) {
      isComplete = false
      parts.log.error(
        { err: error, step: name },
        'maintenance step failed; it is retried in the next round',
      )
    }
  }
  parts.log.info(done, 'maintenance')
  return isComplete
}

function planSteps(
  { config, db, mayContinue: check }: MaintenanceParts,
  signal?: AbortSignal,
): Step[] {
  const periods = config.retention
  const walk = (step: PurgeStep) => purgeAll(db, step, { signal, mayContinue: check })
  const steps: Step[] = [
    { name: 'partitions_created', run: () => ensurePartitions(db.maintenance, signal) },
    { name: 'edge_jobs_expired', run: () => walk(expireJobs) },
  ]
  for (const rule of retentionRules) {
    const { table, weeks } = rule
    // Before whole weeks are dropped: a reader at an older event must not find it after a later week was deleted.
    const purge = planPurge(rule, periods)
    if (purge) steps.push({ name: `${table}_purged`, run: () => walk(purge) })
    if (weeks && isPartitioned(table)) {
      const run = () =>
        dropOldPartitions(db.maintenance, table, keptMs(weeks.period, periods), signal)
      steps.push({ name: `${table}_dropped`, run })
    }
  }
  return steps
}

async function purgeAll(
  { retention }: MaintenanceParts['db'],
  step: PurgeStep,
  options: { signal: AbortSignal | undefined } & Pick<MaintenanceParts, 'mayContinue'>,
): Promise<number> {
  let deleted = 0
  for (let gone = BATCH; gone >= BATCH; deleted += gone) {
    if (options.signal?.aborted || !(await mayContinue(options))) return deleted
    gone = await step(retention, BATCH)
  }
  return deleted
}

async function mayContinue(parts: Pick<MaintenanceParts, 'mayContinue'>): Promise<boolean> {
  return parts.mayContinue === undefined || parts.mayContinue()
}
