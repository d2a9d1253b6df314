// Load on the service by wrk, a generator in C that leaves most of the machine to what is measured.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchTenant } from '../../tests/harness/measure/bench-tenants.ts'
import type { Measurement } from '../../tests/harness/measure/measurement.ts'

const run = promisify(execFile)
const script = join(import.meta.dirname, 'requests.lua')

type Target = {
  url: string
  connections: number
  directory: string
  /** A later answer counts as an error. */
  timeoutSeconds?: number
}

type Sent = { method: 'GET' | 'POST' | 'PUT'; body?: object }

/** Each request is sent as one of the tenants, drawn at random. */
export type Load = Target & { request: Sent & { path: string }; tenants: readonly BenchTenant[] }

/** Where and as whom a request goes, and its body, if not all have the same. */
export type Variant = { path: string; headers: Readonly<Record<string, string>>; body?: object }

/** The same, for any program: each request is one of the variants, drawn at random. */
export type VariedLoad = Target & { request: Sent; variants: readonly Variant[] }

type WrkReport = {
  requests: number
  duration_us: number
  p50_us: number
  p99_us: number
  errors: number
}

export function runWrk({ tenants, ...load }: Load, seconds: number): Promise<Measurement> {
  const { path } = load.request
  const variants = tenants.map(({ host, key }) => ({
    path,
    headers: { Host: host, 'X-API-Key': key },
  }))
  return sendRequests({ ...load, variants }, seconds)
}

export async function sendRequests(load: VariedLoad, seconds: number): Promise<Measurement> {
  const { method, body } = load.request
  const variants = join(load.directory, 'variants.txt')
  writeFileSync(variants, load.variants.map(describeVariant).join(''))
  const bodyFile = join(load.directory, 'body.json')
  writeFileSync(bodyFile, body ? JSON.stringify(body) : '')
  const args = [
    '-t1',
    `-c${load.connections}`,
    `-d${seconds}s`,
    '--timeout',
    `${load.timeoutSeconds ?? 10}s`,
    '-s',
    script,
  ]
  const { stdout } = await run('wrk', [...args, load.url, '--', method, variants, bodyFile])
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

/** The path, headers as `name: value`, the body after `=`, and an empty line. */
function describeVariant({ path, headers, body }: Variant): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [path, ...lines, ...(body ? [`=${JSON.stringify(body)}`] : []), '', ''].join('\n')
}
