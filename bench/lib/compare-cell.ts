// One cell of a bench: a database of a given size, the service on it, pgbench beside it, the same request on both.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { type BenchTenant, provisionTenants } from '../../tests/harness/measure/bench-tenants.ts'
import { loadDataset } from '../../tools/load.ts'
import type { Engine } from './engine.ts'
import { runPgbench, type Script } from './pgbench.ts'
import { startServiceProcess } from './service-process.ts'
import { type Cell, compareSides, type Goal, type Rounds } from './side-by-side.ts'
import { sendRequests, type Variant } from './wrk.ts'

export const CONNECTIONS = 64

/** One request of a tenant to the running service. */
export type Ask = (tenant: BenchTenant, path: string) => Promise<IncomingMessage>

export function callerHeaders({ host, key }: BenchTenant): Record<string, string> {
  return { Host: host, 'X-API-Key': key }
}

/** `fetch` does not let its caller choose the host. */
async function fetchAs(url: string, tenant: BenchTenant, path: string): Promise<IncomingMessage> {
  const sent = request(url + path, { headers: callerHeaders(tenant) }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage] // what the event carries
  answer.resume()
  return answer
}

export type CellPlan = {
  name: string
  goal?: Goal
  request: { method: 'GET' | 'POST'; path: string; body?: object }
  /** The requests of one tenant, where they are not all the same; asked for while the service runs. */
  variantsOf?: (ask: Ask, tenants: readonly BenchTenant[]) => Promise<Variant[]>
  tenants: number
  /** Tasks before the first round, the same for each tenant. */
  tasks: number
  rounds: Rounds
  /** What pgbench runs; may also make the data it needs. */
  reference: (database: TestDatabase) => Promise<Script>
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
    const script = await plan.reference(database)
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
  const ask: Ask = (tenant, path) => fetchAs(service.url, tenant, path)
  const variants = plan.variantsOf
    ? await plan.variantsOf(ask, setting.tenants)
    : setting.tenants.map((tenant) => ({ path: plan.request.path, headers: callerHeaders(tenant) }))
  const load = {
    url: service.url,
    request: plan.request,
    variants,
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
    const sides = {
      service: (seconds: number) => sendRequests(load, seconds),
      engine: runReference,
    }
    const cell = await compareSides(plan.name, sides, plan.rounds, log)
    return { ...cell, ...(plan.goal && { goal: plan.goal }) }
  } finally {
    await service.stop()
  }
}
