// What a worker does that no request should wait for: partitions, and retention of every table.
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
  /** Asked between steps; false ends the round, because another worker has taken over. */
  mayGoOn?: (() => Promise<boolean>) | undefined
}

type Step = { name: string; run: () => Promise<unknown> }

/** Each step on its own: one that fails is logged and tried again next round, and keeps no other from its work. */
export async function runMaintenance(parts: MaintenanceParts, signal?: AbortSignal): Promise<void> {
  const done: Record<string, unknown> = {}
  for (const { name, run } of planSteps(parts, signal)) {
    if (signal?.aborted || !(await mayGoOn(parts))) break
    try {
      done[name] = await run()
    } catch (error) {
      parts.log.error(
        { err: error, step: name },
        'maintenance failed; it is retried in the next round',
      )
    }
  }
  parts.log.info(done, 'maintenance')
}

function planSteps({ config, db, mayGoOn: ask }: MaintenanceParts, signal?: AbortSignal): Step[] {
  const periods = config.retention
  const walk = (step: PurgeStep) => purgeAll(db, step, { signal, mayGoOn: ask })
  const steps: Step[] = [
    { name: 'partitions_made', run: () => ensurePartitions(db.maintenance, signal) },
    { name: 'edge_jobs_expired', run: () => walk(expireJobs) },
  ]
  for (const rule of retentionRules) {
    const { table, weeks } = rule
    // Before whole weeks go: who reads the log and stands at an older event must not find it after a later week is gone.
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
  options: { signal: AbortSignal | undefined } & Pick<MaintenanceParts, 'mayGoOn'>,
): Promise<number> {
  let deleted = 0
  for (let gone = BATCH; gone >= BATCH; deleted += gone) {
    if (options.signal?.aborted || !(await mayGoOn(options))) return deleted
    gone = await step(retention, BATCH)
  }
  return deleted
}

async function mayGoOn(parts: Pick<MaintenanceParts, 'mayGoOn'>): Promise<boolean> {
  return parts.mayGoOn === undefined || parts.mayGoOn()
}
