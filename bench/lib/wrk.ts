// Load on the service by wrk, a generator in C that leaves most of the machine to what is measured.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchTenant } from './bench-tenants.ts'
import type { Measurement } from './measurement.ts'

const run = promisify(execFile)
const script = join(import.meta.dirname, 'requests.lua')

export type Load = {
  url: string
  request: { method: 'GET' | 'POST'; path: string; body?: object }
  /** Each request is sent as one of them, drawn at random. */
  tenants: readonly BenchTenant[]
  connections: number
  directory: string
}

type WrkReport = {
  requests: number
  duration_us: number
  p50_us: number
  p99_us: number
  errors: number
}

export async function runWrk(load: Load, seconds: number): Promise<Measurement> {
  const { method, path, body } = load.request
  const callers = join(load.directory, 'callers.txt')
  writeFileSync(callers, load.tenants.map(({ host, key }) => `${host} ${key}\n`).join(''))
  const bodyFile = join(load.directory, 'body.json')
  writeFileSync(bodyFile, body ? JSON.stringify(body) : '')
  const args = ['-t1', `-c${load.connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script]
  const { stdout } = await run('wrk', [...args, load.url, '--', method, path, callers, bodyFile])
  const line = stdout.split('\n').find((text) => text.startsWith('{'))
  if (!line) throw new Error(`wrk reported nothing:\n${stdout}`)
  const report = JSON.parse(line) as WrkReport // printed by requests.lua
  return {
    perSecond: (report.requests - report.errors) / (report.duration_us / 1e6),
    p50Ms: report.p50_us / 1000,
    p99Ms: report.p99_us / 1000,
    errors: report.errors,
  }
}
