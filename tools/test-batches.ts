// Test files that can share a process, in batches: loading the service takes a second of CPU time for each process, and an
// API with its database one more. Files of a batch run one after the other, and batches at the same time.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findApiSuite, modulesOf, type ReadText, readSource } from './api-suite.ts'

const root = join(import.meta.dirname, '..')
/** Of this run: another one may be in progress. */
const folder = join(root, '.tmp', 'test-batches', String(process.pid))

export type BatchKind = 'api' | 'database' | 'pure'

/** As many as start at the same time on two cores, or a file of a slow batch would be waited for at the end. */
const COUNTS: Readonly<Record<BatchKind, number>> = { api: 4, database: 2, pure: 2 }

/** These start processes, measure the machine, or are about the tools that run tests. */
const OWN_FOLDERS = /^(?:bench|proofs|tests|tools|integrations\/redmine|server\/src\/agent)\//
/** What changes the process, or measures it, or starts others. */
const OWN_PROCESS =
  /child_process|worker_threads|\b(?:startService|startCluster|runTaskEdge|globalThis|mock)\b|process\.(?:chdir|env\[[^\]]+\] =|exit|kill|memoryUsage|on\()|eventLoop|setDefault|\bgc\(/
/** Of an API test, only what the file itself does: its API is that of all. */
const OWN_PROCESS_OF_API = /child_process|\bmock\b|\bstartCluster\b|process\.(?:env|on\()/
/** They create the databases, with processes of the database that all test files share. */
const DATABASE =
  /^tests\/harness\/(?:child-env|cluster|database|database-owner|find-postgres|free-port|guardian|processes\/quiet-cluster|service|template-database|temporary-root|test-api|unprivileged-user)\.ts$|^tests\/harness\/agent\//

export type Batch = { kind: BatchKind; files: string[] }
export type BatchPlan = { batches: Batch[]; alone: string[] }

/** Paths relative to the root. */
export function planBatches(files: readonly string[]): BatchPlan {
  const suite = findApiSuite()
  const api = new Set(suite.files)
  const others = new Set([...suite.alone, ...suite.left.map(({ file }) => file)])
  const kindOf = (file: string) =>
    api.has(file) ? kindOfApiTest(file) : others.has(file) ? undefined : kindOfTest(file)
  const byKind = Map.groupBy(files, kindOf)
  const batches = (Object.entries(COUNTS) as [BatchKind, number][]) // the keys of an object literal
    .flatMap(([kind, count]) =>
      deal(byKind.get(kind) ?? [], count).map((dealt) => ({ kind, files: dealt })),
    )
    .filter((batch) => batch.files.length > 0)
  return { batches, alone: byKind.get(undefined) ?? [] }
}

function kindOfApiTest(file: string): BatchKind | undefined {
  return OWN_PROCESS_OF_API.test(readSource(file)) ? undefined : 'api'
}

/** Undefined for a test that needs a process of its own. */
export function kindOfTest(file: string, read: ReadText = readSource): BatchKind | undefined {
  if (OWN_FOLDERS.test(file)) return undefined
  const modules = modulesOf(file, read)
  const isOwn = modules.some((path) => !DATABASE.test(path) && OWN_PROCESS.test(read(path)))
  if (isOwn) return undefined
  return modules.some((path) => DATABASE.test(path)) ? 'database' : 'pure'
}

function deal(files: readonly string[], count: number): string[][] {
  return Array.from({ length: count }, (_, turn) =>
    files.filter((_file, place) => place % count === turn),
  )
}

/** Writes a file that runs the tests of all files of the batch, each in a suite with the path of its file as name. */
export function writeBatch({ kind, files }: Batch, index: number): string {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${kind}-${index}.test.js`)
  // Hooks of a file apply to its suite: `require` loads it in the context of the suite, which `import` would lose. Those of the
  // API apply to the batch, so its harness is loaded outside of the suites.
  const first = kind === 'api' ? ['tests/harness/test-api.ts'] : []
  writeFileSync(
    path,
    `import { createRequire } from 'node:module'
import { describe } from 'node:test'
const require = createRequire(${JSON.stringify(join(root, 'package.json'))})
for (const file of ${JSON.stringify(first)}) require('./' + file)
for (const file of ${JSON.stringify(files, null, 2)}) describe(file, () => void require('./' + file))
`,
  )
  return path
}

export function removeBatches(): void {
  rmSync(folder, { recursive: true, force: true })
}

export const relativePath = (path: string): string => relative(root, path)
