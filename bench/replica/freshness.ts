// Reads after an own write through two processes that use a standby, while that is disturbed.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Standby } from '../../tests/harness/failover/standby.ts'
import { findFreePort } from '../../tests/harness/free-port.ts'
import type { BenchTenant } from '../../tests/harness/measure/bench-tenants.ts'
import { startServiceProcess } from '../lib/service-process.ts'
import { type OwnWriteFigures, readOwnWrites } from './own-writes.ts'
import { startStorm } from './standby-faults.ts'

const CARELESS_MAIN = join(import.meta.dirname, 'careless-main.ts')

export type FreshnessFigures = OwnWriteFigures & {
  faults: string[]
  /** By the server that served them. */
  servedBy: { replica: number; primary: number }
  /** Reads that the standby could not serve, by reason. */
  fallbacks: Record<string, number>
}

export async function measureFreshness(options: {
  databaseUrl: string
  standby: Standby
  tenants: readonly BenchTenant[]
  directory: string
  reads: number
  /** False for the control. */
  checksPosition: boolean
  env: Record<string, string>
}): Promise<FreshnessFigures> {
  const { databaseUrl, standby, tenants, directory, reads, checksPosition } = options
  const processes: { url: string; metrics: string; stop: () => Promise<void> }[] = []
  try {
    for (const name of ['a', 'b']) {
      const folder = join(directory, name)
      mkdirSync(folder)
      const port = String(await findFreePort())
      const service = await startServiceProcess({
        databaseUrl,
        directory: folder,
        ...(!checksPosition && { program: CARELESS_MAIN }),
        args: ['--role', 'api'],
        env: { ...options.env, SERVICE_ACP_METRICS_PORT: port },
      })
      processes.push({ ...service, metrics: `http://127.0.0.1:${port}/metrics` })
    }
    const [one, other] = processes
    if (!one || !other) throw new Error('two processes were started')
    const read = () => Promise.all(processes.map(({ metrics }) => readMetrics(metrics)))
    const isInUse = async () => (await read()).every(({ inUse }) => inUse)
    const storm = startStorm(standby, isInUse)
    const figures = await readOwnWrites({
      urls: [one.url, other.url],
      tenants,
      isDone: (count) => storm.hasFailed() || (count >= reads && storm.isComplete()),
    })
    const faults = await storm.stop()
    return { ...figures, faults, ...addUp(await read()) }
  } finally {
    await Promise.all(processes.map((one) => one.stop()))
  }
}

type Served = Pick<FreshnessFigures, 'servedBy' | 'fallbacks'>

async function readMetrics(url: string): Promise<Served & { inUse: boolean }> {
  const text = await (await fetch(url)).text()
  const read = (target: string) =>
    valueOf(text, `task_service_replica_reads_total{target="${target}"`)
  const fallbacks = text.matchAll(
    /^task_service_replica_fallbacks_total\{reason="(\w+)".*?\} (\d+)/gm,
  )
  return {
    inUse: valueOf(text, 'task_service_replica_in_use') === 1,
    servedBy: { replica: read('replica'), primary: read('primary') },
    fallbacks: Object.fromEntries(
      [...fallbacks].map(([, reason, value]) => [reason, Number(value)]),
    ),
  }
}

function valueOf(text: string, start: string): number {
  const line = text.split('\n').find((one) => one.startsWith(start))
  return Number(line?.split(' ').at(-1) ?? 0)
}

function addUp(parts: readonly Served[]): Served {
  const all: Served = { servedBy: { replica: 0, primary: 0 }, fallbacks: {} }
  for (const { servedBy, fallbacks } of parts) {
    all.servedBy.replica += servedBy.replica
    all.servedBy.primary += servedBy.primary
    for (const [reason, count] of Object.entries(fallbacks)) {
      all.fallbacks[reason] = (all.fallbacks[reason] ?? 0) + count
    }
  }
  return all
}
