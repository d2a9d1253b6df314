// The results of a test run for other tools: duration of each file, and each failure with its first line.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type FileTime = { file: string; seconds: number; tests: number }
export type TestFailure = { file: string; name: string; message: string }
export type TestResults = { files: FileTime[]; failures: TestFailure[] }

const folder = join(import.meta.dirname, '../../.tmp/test-results')
const pathOf = (suite: string) => join(folder, `${suite}.json`)

/** `suite`: `test` or `e2e`, which run one after the other and are repeated separately. */
export function writeTestResults(suite: string, results: TestResults): void {
  mkdirSync(folder, { recursive: true })
  const files = results.files.toSorted((a, b) => b.seconds - a.seconds)
  writeFileSync(pathOf(suite), JSON.stringify({ ...results, files }, null, 1))
}

/** Undefined when the run crashed before it wrote them. */
export function readTestResults(suite: string): TestResults | undefined {
  const path = pathOf(suite)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as TestResults) : undefined // written above
}
