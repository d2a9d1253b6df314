// What a run of the tests reports, by file: a batch runs many files in one process, and each counts as if it ran alone.
import { relative } from 'node:path'
import type { run } from 'node:test'
import type { FileTime, TestFailure, TestResults } from './ci/suite-results.ts'

const root = `${import.meta.dirname}/..`

export type Counts = { passed: number; failed: number }
type Events = Pick<ReturnType<typeof run>, 'on'>
type Place = { file?: string | undefined; entryFile?: string | undefined; nesting: number }

/** `batches`: their files, by the path of the batch. Both arrays are filled during the run. */
export function collectResults(
  stream: Events,
  batches: ReadonlyMap<string, readonly string[]>,
  onTotal: (counts: Counts) => void,
): TestResults {
  const failures: TestFailure[] = []
  const times: FileTime[] = []
  /** By batch: the file whose suite is being reported, and its tests so far. Files are reported one after the other. */
  const current = new Map<string, { file: string; tests: number }>()
  const filesOf = (entry: string, isOfProcess: boolean): readonly string[] => {
    const batch = batches.get(entry)
    if (!batch) return [relative(root, entry)]
    const open = current.get(entry)
    // If the process itself fails, the files that it had not reached did not run: all of them have to be repeated.
    return open && !isOfProcess ? [open.file] : batch
  }

  stream.on('test:start', ({ name, nesting, file, entryFile = file }) => {
    if (entryFile !== undefined && nesting === 0 && batches.get(entryFile)?.includes(name)) {
      current.set(entryFile, { file: name, tests: 0 })
    }
  })
  stream.on('test:pass', ({ name, details, ...place }) => count(place, name, details))
  stream.on('test:fail', ({ name, details, ...place }) => {
    const { entryFile = place.file } = place
    // A suite fails with its test, which has said why. A test that a harness declares belongs to the file that asked.
    if (entryFile !== undefined && !isOfSubtest(details.error)) {
      const message = messageOf(details.error)
      const files = filesOf(entryFile, name === entryFile)
      failures.push(...files.map((file) => ({ file, name, message })))
    }
    count(place, name, details)
  })
  stream.on(
    'test:summary',
    ({ file, success, duration_ms, counts: { tests, passed, skipped, todo } }) => {
      // Only the summary of the whole run has no file.
      if (file === undefined) {
        // A hook that throws after the last test spoils the run without failing any test.
        onTotal({ passed, failed: Math.max(tests - passed - skipped - todo, success ? 0 : 1) })
      } else if (!batches.has(file)) {
        times.push({ file: relative(root, file), seconds: duration_ms / 1_000, tests })
      }
    },
  )
  return { files: times, failures }

  function count(
    { file, entryFile = file, nesting }: Place,
    name: string,
    { type, duration_ms }: { type?: string | undefined; duration_ms: number },
  ): void {
    const open = entryFile === undefined ? undefined : current.get(entryFile)
    if (entryFile === undefined || !open) return
    if (type !== 'suite') open.tests++
    if (nesting > 0 || name !== open.file) return
    times.push({ file: name, seconds: duration_ms / 1_000, tests: open.tests })
    current.delete(entryFile)
  }
}

/** The runner wraps what a test threw; a suite whose test failed has no error of its own. */
function isOfSubtest(error: Error): boolean {
  return 'failureType' in error && error.failureType === 'subtestsFailed'
}

function messageOf(error: Error): string {
  const { message } = error.cause instanceof Error ? error.cause : error
  return message.split('\n').find((line) => line.trim() !== '') ?? 'no message'
}
