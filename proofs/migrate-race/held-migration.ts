// Stops a migrating process in the middle of its work, so that a proof can choose the moment.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

export type HeldMigration = {
  /** Until one migrator stands at the obstacle and `waiting` others have been refused the lock. */
  untilHeld(waiting: number): Promise<void>
  release(): Promise<void>
}

const TIMEOUT_MS = 40_000

/**
 * A table of that name, created and not committed, makes the migrator wait when it comes to create its own. It gives
 * up after its lock timeout and tries again, so it stays there until we let it pass.
 */
export async function holdMigrationAt(superuserUrl: string, table: string): Promise<HeldMigration> {
  const holder = new Client({ connectionString: superuserUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(`create table ${table} ()`)
  return {
    async untilHeld(waiting) {
      const deadline = Date.now() + TIMEOUT_MS
      while (!(await isHeld(holder, waiting))) {
        if (Date.now() > deadline) throw new Error(`no migrator reached ${table}`)
        await sleep(20)
      }
    },
    async release() {
      await holder.query('rollback')
      await holder.end()
    },
  }
}

async function isHeld(holder: Client, waiting: number): Promise<boolean> {
  // The view stays as it was first read in a transaction, and ours must stay open.
  await holder.query('select pg_stat_clear_snapshot()')
  const { rows } = await holder.query<{ held: number; refused: number }>(`
    select count(*) filter (where wait_event_type = 'Lock')::int as held,
      count(*) filter (where query like '%pg_try_advisory_lock%')::int as refused
    from pg_stat_activity
    where datname = current_database() and application_name = 'task-service migrate'`)
  const [seen] = rows
  return seen !== undefined && seen.held > 0 && seen.refused >= waiting
}
