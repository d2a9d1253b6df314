// Load on the bare engine by pgbench: prepared statements, the service's role, the service's way to the server.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { roleNames } from '../../server/src/db/roles.ts'
import type { Cluster } from '../../tests/harness/cluster.ts'
import { type Measurement, percentile } from '../../tests/harness/measure/measurement.ts'

const run = promisify(execFile)

/** Enough for a 99th percentile in a short round, few enough not to write a line per transaction. */
const SAMPLING_RATE = 0.2

/** A UUIDv7 made by the server, where the service makes it itself. */
export const newId = `(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
  || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid`

export type Script = { text: string; variables: Record<string, string> }

export type EngineLoad = {
  cluster: Cluster
  databaseUrl: string
  script: Script
  clients: number
  directory: string
}

export async function runPgbench(load: EngineLoad, seconds: number): Promise<Measurement> {
  const directory = mkdtempSync(join(load.directory, 'pgbench-'))
  try {
    const file = join(directory, 'script.sql')
    writeFileSync(file, load.script.text)
    const variables = Object.entries(load.script.variables).map(
      ([name, value]) => `${name}=${value}`,
    )
    const args = [
      `--file=${file}`,
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${load.clients}`,
      `--time=${seconds}`,
      '--log',
      `--sampling-rate=${SAMPLING_RATE}`,
      ...variables.map((variable) => `--define=${variable}`),
      load.databaseUrl,
    ]
    const { stdout, stderr } = await run(join(load.cluster.binDir, 'pgbench'), args, {
      cwd: directory,
      env: { PGOPTIONS: `-c role=${roleNames('task_service').app}` },
    })
    return readReport(stdout, stderr, directory)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

function readReport(stdout: string, stderr: string, directory: string): Measurement {
  const failed = Number(/^number of failed transactions: (\d+)/m.exec(stdout)?.[1])
  if (Number.isNaN(failed)) throw new Error(`pgbench gave no report:\n${stdout}\n${stderr}`)
  // A round too short for a single transaction has no rate.
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1] ?? 0)
  const latencies = readdirSync(directory)
    .filter((name) => name.startsWith('pgbench_log'))
    .flatMap((name) => readFileSync(join(directory, name), 'utf8').trimEnd().split('\n'))
    // client, transaction, microseconds, …
    .map((line) => Number(line.split(' ')[2]))
    .toSorted((a, b) => a - b)
  return {
    perSecond,
    p50Ms: percentile(latencies, 0.5) / 1000,
    p99Ms: percentile(latencies, 0.99) / 1000,
    errors: failed,
  }
}
