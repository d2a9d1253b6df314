// `npm test`: every *.test.ts, or those named, against one throw-away PostgreSQL. `--failed`: those that failed last time.
import { existsSync, globSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'

import { globalSetup, globalTeardown } from '../tests/harness/global-setup.ts'
import { bundleFlag } from './bundle-packages.ts'
import {
  type FileTime,
  readTestResults,
  type TestFailure,
  writeTestResults,
} from './ci/suite-results.ts'

const root = join(import.meta.dirname, '..')
const fileTimeoutMs = 300_000
/** Results of browser tests are kept apart. */
const suite = process.env['TEST_SUITE'] ?? 'test'

// A run that breaks before its summary is one failure.
let counts = { passed: 0, failed: 1 }
// Said last of all, also when the setup throws.
process.on('exit', () => {
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  process.exitCode = counts.failed === 0 ? 0 : 1
})

// Compiled modules are shared by all test files and by the programs they start (tests/harness/child-env.ts).
process.env['NODE_COMPILE_CACHE'] ??= join(root, '.tmp', 'compile-cache')
process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} ${await bundleFlag()}`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'test-name-pattern': { type: 'string', multiple: true },
    'test-skip-pattern': { type: 'string', multiple: true },
    'test-only': { type: 'boolean', default: false },
    'test-concurrency': { type: 'string' },
    failed: { type: 'boolean', default: false },
  },
})

const files = values.failed ? readFailed() : findTestFiles(positionals)
const failures: TestFailure[] = []
const times: FileTime[] = []
// Each test file is a process with the environment as it stands after the setup.
await globalSetup()
try {
  const stream = run({
    files,
    cwd: root,
    timeout: fileTimeoutMs,
    // Test files wait for PostgreSQL and for processes they start, so one more than cores keeps these busy.
    concurrency: Number(values['test-concurrency'] ?? availableParallelism() + 1),
    only: values['test-only'],
    testNamePatterns: values['test-name-pattern'] ?? [],
    testSkipPatterns: values['test-skip-pattern'] ?? [],
  })
  stream.on(
    'test:summary',
    ({ file, success, duration_ms, counts: { tests, passed, skipped, todo } }) => {
      if (file !== undefined) {
        times.push({ file: relative(root, file), seconds: duration_ms / 1_000, tests })
        return
      }
      // Only the summary of the whole run has no file.
      // A hook that throws after the last test spoils the run without failing any test.
      counts = { passed, failed: Math.max(tests - passed - skipped - todo, success ? 0 : 1) }
    },
  )
  stream.on('test:fail', ({ file, entryFile = file, name, details: { error } }) => {
    // A suite fails with its test, which has said why. A test that a harness declares belongs to the file that asked.
    if (entryFile === undefined || isOfSubtest(error)) return
    failures.push({ file: relative(root, entryFile), name, message: messageOf(error) })
  })
  for await (const text of stream.compose(new spec())) process.stdout.write(text)
  writeTestResults(suite, { files: times, failures })
} finally {
  await globalTeardown()
}

/** All files when no failure is known: the run broke before a test could fail. */
function readFailed(): string[] {
  const known = readTestResults(suite)?.failures.map(({ file }) => join(root, file)) ?? []
  return known.length > 0 ? [...new Set(known)] : findTestFiles(positionals)
}

/** The runner wraps what a test threw; a suite whose test failed has no error of its own. */
function isOfSubtest(error: Error): boolean {
  return 'failureType' in error && error.failureType === 'subtestsFailed'
}

function messageOf(error: Error): string {
  const { message } = error.cause instanceof Error ? error.cause : error
  return message.split('\n').find((line) => line.trim() !== '') ?? 'no message'
}

/** Names may be files, folders or globs, from where the command was typed. */
function findTestFiles(names: string[]): string[] {
  const startDir = process.env['INIT_CWD'] ?? process.cwd()
  const places = names.length > 0 ? names.map((name) => resolve(startDir, name)) : [root]
  const found = places.flatMap((place) => {
    const isFolder = existsSync(place) && statSync(place).isDirectory()
    const pattern = isFolder ? join(place, '**/*.test.ts') : place
    const matches = globSync(pattern, { exclude: (entry) => entry === 'node_modules' }).toSorted()
    if (matches.length === 0) throw new Error(`no test file matches ${place}`)
    return matches
  })
  // In the order they were named, so that a caller can start the longest first.
  return [...new Set(found)]
}
