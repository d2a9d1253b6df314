// One cell of a bench: a database of a given size, the service on it, pgbench beside it, the same request on both.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { loadDataset } from '../../tools/load.ts'
import { type BenchTenant, provisionTenants } from './bench-tenants.ts'
import type { Engine } from './engine.ts'
import { runPgbench, type Script } from './pgbench.ts'
import { startServiceProcess } from './service-process.ts'
import { type Cell, compareSides, type Rounds } from './side-by-side.ts'
import { type Load, runWrk } from './wrk.ts'

export const CONNECTIONS = 64

export type CellPlan = {
  name: string
  request: Load['request']
  tenants: number
  /** Tasks before the first round, the same for each tenant. */
  tasks: number
  rounds: Rounds
  /** What pgbench runs. */
  reference: (databaseUrl: string) => Promise<Script>
  /** Looks at the database after the last round and throws when something is missing. */
  inspect?: (database: TestDatabase) => Promise<void>
}

export async function compareCell(
  engine: Engine,
  plan: CellPlan,
  log: (line: string) => void,
): Promise<Cell> {
  const database = await createDatabase({ cluster: engine.cluster })
  const directory = mkdtempSync(join(tmpdir(), 'task-service-bench-'))
  try {
    const tenants = await provisionTenants(database.superuserUrl, plan.tenants)
    if (plan.tasks > 0) {
      const { tenants: count, tasks } = plan
      await loadDataset(database.url, { tenants: count, tasks, skew: 0, log: () => {} })
    }
    const script = await plan.reference(database.url)
    const cell = await measure({ engine, plan, database, tenants, script, directory, log })
    await plan.inspect?.(database)
    return cell
  } finally {
    await database.drop()
    rmSync(directory, { recursive: true })
  }
}

async function measure(setting: {
  engine: Engine
  plan: CellPlan
  database: TestDatabase
  tenants: BenchTenant[]
  script: Script
  directory: string
  log: (line: string) => void
}): Promise<Cell> {
  const { engine, plan, database, script, directory, log } = setting
  const service = await startServiceProcess({ databaseUrl: database.url, directory })
  const load: Load = {
    url: service.url,
    request: plan.request,
    tenants: setting.tenants,
    connections: CONNECTIONS,
    directory,
  }
  let runs = 0
  const runReference = (seconds: number) => {
    // Task numbers of one run must not meet those of another.
    const variables = { ...script.variables, base: String(++runs * 1e12) }
    return runPgbench(
      {
        cluster: engine.cluster,
        databaseUrl: database.url,
        script: { text: script.text, variables },
        clients: CONNECTIONS,
        directory,
      },
      seconds,
    )
  }
  try {
    const sides = { service: (seconds: number) => runWrk(load, seconds), engine: runReference }
    return await compareSides(plan.name, sides, plan.rounds, log)
  } finally {
    await service.stop()
  }
}
