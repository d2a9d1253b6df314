// The history of runs on this machine, for flaky tests and the growth of durations.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

export type Flake = { readonly name: string; readonly message: string }

export type RunRecord = {
  readonly at: string
  readonly commit: string
  readonly seconds: number
  readonly passed: number
  readonly failed: readonly string[]
  readonly flakes: readonly Flake[]
  readonly steps: Readonly<Record<string, number>>
}

/** A folder that is independent of the checkout. */
export function cacheFolder(): string {
  return (
    process.env['TASK_SERVICE_CACHE'] ??
    join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'task-service')
  )
}

const historyFile = () => join(cacheFolder(), 'ci-history.jsonl')

export function appendRun(record: RunRecord, file = historyFile()): void {
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, `${JSON.stringify(record)}\n`)
}

export function readRuns(file = historyFile()): RunRecord[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunRecord) // written above
}

/** `never before in 12 recorded runs`, or when it happened before. */
export function describeHistory(name: string, runs: readonly RunRecord[]): string {
  const before = runs.filter(({ flakes, failed }) =>
    [...flakes.map((flake) => flake.name), ...failed].includes(name),
  )
  if (before.length === 0) return `never before in ${runs.length} recorded runs`
  const last = before.at(-1)
  return `also in ${before.length} of ${runs.length} recorded runs, last on ${last?.at.slice(0, 10)} at ${last?.commit}`
}
