// Several processes of the service on one database, each with a load generator of its own, as behind a load balancer.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchTenant } from '../../tests/harness/measure/bench-tenants.ts'
import type { Measurement } from '../../tests/harness/measure/measurement.ts'
import { type ServiceProcess, startServiceProcess } from '../lib/service-process.ts'
import { type Load, runWrk } from '../lib/wrk.ts'
import { countConnections } from './process-connections.ts'

export type FleetOptions = {
  processes: number
  databaseUrl: string
  tenants: readonly BenchTenant[]
  /** Of all generators together. */
  connections: number
  directory: string
  env: Record<string, string>
}

export type Fleet = {
  /** Sums the rates; the percentiles are those of the slowest process. */
  load(request: Load['request'], seconds: number): Promise<Measurement>
  /** The most connections to the database that all had together, and the most that one had, at any look. */
  peak: { together: number; one: number }
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 100

export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const members: { service: ServiceProcess; directory: string }[] = []
  const stop = async () => {
    await Promise.all(members.map(({ service }) => service.stop()))
  }
  try {
    for (let rank = 1; rank <= options.processes; rank++) {
      const directory = join(options.directory, `process-${rank}`)
      mkdirSync(directory, { recursive: true })
      members.push({ service: await startServiceProcess({ ...options, directory }), directory })
    }
  } catch (error) {
    await stop()
    throw error
  }
  const port = Number(new URL(options.databaseUrl).port)
  const peak = { together: 0, one: 0 }
  const look = () => {
    const counts = members.map(({ service }) => countConnections(service.pid, port))
    peak.one = Math.max(peak.one, ...counts)
    peak.together = Math.max(
      peak.together,
      counts.reduce((sum, count) => sum + count, 0),
    )
  }
  return {
    stop,
    peak,
    async load(request, seconds) {
      const { tenants, processes } = options
      const connections = options.connections / processes
      const timer = setInterval(look, LOOK_EVERY_MS)
      try {
        const runs = members.map(({ service: { url }, directory }) =>
          runWrk({ url, request, tenants, connections, directory }, seconds),
        )
        return addUp(await Promise.all(runs))
      } finally {
        clearInterval(timer)
      }
    },
  }
}

function addUp(parts: readonly Measurement[]): Measurement {
  return {
    perSecond: parts.reduce((sum, part) => sum + part.perSecond, 0),
    p50Ms: Math.max(...parts.map((part) => part.p50Ms)),
    p99Ms: Math.max(...parts.map((part) => part.p99Ms)),
    errors: parts.reduce((sum, part) => sum + part.errors, 0),
  }
}
