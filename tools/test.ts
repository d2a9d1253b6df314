// `npm test`: every *.test.ts, or those named, against one throw-away PostgreSQL. `--failed`: those that failed last time.
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'

import { globalSetup, globalTeardown } from '../tests/harness/global-setup.ts'

const root = join(import.meta.dirname, '..')
const fileTimeoutMs = 300_000
/** Those of the browser have a list of their own. */
const failedFiles = join(root, '.tmp', process.env['FAILED_TESTS'] ?? 'failed-tests.json')

// A run that breaks before its summary is one failure.
let counts = { passed: 0, failed: 1 }
// Said last of all, also when the setup throws.
process.on('exit', () => {
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  process.exitCode = counts.failed === 0 ? 0 : 1
})

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
const failed = new Set<string>()
// Each test file is a process with the environment as it stands after the setup.
await globalSetup()
try {
  const stream = run({
    files,
    cwd: root,
    timeout: fileTimeoutMs,
    // Test files mostly wait for PostgreSQL, so even a single core gains from two at a time.
    concurrency: Number(values['test-concurrency'] ?? Math.max(2, availableParallelism())),
    only: values['test-only'],
    testNamePatterns: values['test-name-pattern'] ?? [],
    testSkipPatterns: values['test-skip-pattern'] ?? [],
  })
  stream.on('test:summary', ({ file, success, counts: { tests, passed, skipped, todo } }) => {
    // Each file reports too; only the summary of the whole run has no file.
    if (file !== undefined) return
    // A hook that throws after the last test spoils the run without failing any test.
    counts = { passed, failed: Math.max(tests - passed - skipped - todo, success ? 0 : 1) }
  })
  stream.on('test:fail', ({ file }) => {
    if (file !== undefined) failed.add(file)
  })
  for await (const text of stream.compose(new spec())) process.stdout.write(text)
  writeFailed()
} finally {
  await globalTeardown()
}

function writeFailed(): void {
  mkdirSync(join(root, '.tmp'), { recursive: true })
  writeFileSync(failedFiles, JSON.stringify([...failed]))
}

/** Without any that are known it is all of them: what broke before a test could fail. */
function readFailed(): string[] {
  const known = existsSync(failedFiles)
    ? (JSON.parse(readFileSync(failedFiles, 'utf8')) as string[])
    : [] // by writeFailed
  return known.length > 0 ? known : findTestFiles(positionals)
}

/** Names may be files, folders or globs, from where the command was typed. */
function findTestFiles(names: string[]): string[] {
  const startDir = process.env['INIT_CWD'] ?? process.cwd()
  const places = names.length > 0 ? names.map((name) => resolve(startDir, name)) : [root]
  const found = places.flatMap((place) => {
    const isFolder = existsSync(place) && statSync(place).isDirectory()
    const pattern = isFolder ? join(place, '**/*.test.ts') : place
    const matches = globSync(pattern, { exclude: (entry) => entry === 'node_modules' })
    if (matches.length === 0) throw new Error(`no test file matches ${place}`)
    return matches
  })
  return [...new Set(found)].toSorted()
}
