// `npm test`: every *.test.ts, or those named, against one throw-away PostgreSQL. `--failed`: those that failed last time.
import { existsSync, globSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'

import { globalSetup, globalTeardown } from '../tests/harness/global-setup.ts'
import { bundleFlag } from './bundle-packages.ts'
import { readTestResults, writeTestResults } from './ci/suite-results.ts'
import { collectResults } from './collect-results.ts'
import { planBatches, relativePath, removeBatches, writeBatch } from './test-batches.ts'

/** Takes too long for every change: runs when it is named, and in `npm run release-check`. */
const RELEASE_TEST = '.release.test.ts'
const root = join(import.meta.dirname, '..')
/** A batch has dozens of files. */
const fileTimeoutMs = 600_000
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
// Files that were named, or failed, run as they do alone: each in a process of its own.
const { batches, alone } =
  values.failed || positionals.length > 0
    ? { batches: [], alone: files }
    : planBatches(files.map(relativePath))
const batchFiles = new Map(batches.map((batch, index) => [writeBatch(batch, index), batch.files]))
// Each test file is a process with the environment as it stands after the setup.
await globalSetup()
try {
  const stream = run({
    files: [...batchFiles.keys(), ...alone.map((file) => resolve(root, file))],
    cwd: root,
    timeout: fileTimeoutMs,
    // Test files wait for PostgreSQL and for processes they start, so one more than cores keeps these busy.
    concurrency: Number(values['test-concurrency'] ?? availableParallelism() + 1),
    only: values['test-only'],
    testNamePatterns: values['test-name-pattern'] ?? [],
    testSkipPatterns: values['test-skip-pattern'] ?? [],
  })
  const results = collectResults(stream, batchFiles, (total) => void (counts = total))
  for await (const text of stream.compose(new spec())) process.stdout.write(text)
  writeTestResults(suite, results)
} finally {
  removeBatches()
  await globalTeardown()
}

/** All files when no failure is known: the run broke before a test could fail. */
function readFailed(): string[] {
  const known = readTestResults(suite)?.failures.map(({ file }) => join(root, file)) ?? []
  return known.length > 0 ? [...new Set(known)] : findTestFiles(positionals)
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
  const unique = [...new Set(found)]
  return names.length > 0 ? unique : unique.filter((file) => !file.endsWith(RELEASE_TEST))
}
