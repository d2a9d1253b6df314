// The times of the last run, for the tables in docs/development.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FileTime } from './suite-results.ts'

export type Times = {
  at: string
  commit: string
  seconds: number
  /** Minutes on the reference machine, and how they follow from the clock. */
  minutes: number
  explanation: string
  steps: Record<string, number>
  files: FileTime[]
}

const path = join(import.meta.dirname, '../../.tmp/ci/times.json')

export function writeTimes(times: Times): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(times, null, 1))
}

export function readTimes(): Times {
  return JSON.parse(readFileSync(path, 'utf8')) as Times // written above
}
