// Runs the API fuzzer as a process of its own and reads what it found.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The names that schemathesis.toml knows, with the headers that make a request theirs. */
export type Identities = Record<'owner' | 'stranger', Record<string, string>>

export type FuzzOptions = {
  url: string
  document: string
  identities: Identities
  seed: number
  casesPerOperation: number
  log: (line: string) => void
}

/** What of the program's own report is used here; its shape is fixed by the pinned version. */
export type FuzzReport = {
  complete: boolean
  exit_code: number
  phases: Record<string, { status: string }>
  operations: { total: number; tested: number }
  test_cases: { generated: number; with_failures: number; unique_failures: number }
  failures: { title: string; count: number; operations: string[] }[]
  errors: { title: string; count: number }[]
  /** Refusals that depend on stored state, see hooks.py. */
  filtered: number
}

/** Most cases of the first two do not depend on the seed: more seeds are tried with `FUZZ_PHASES=fuzzing,stateful`. */
export const PHASES = process.env['FUZZ_PHASES']?.split(',') ?? [
  'examples',
  'coverage',
  'fuzzing',
  'stateful',
]
const installer = join(import.meta.dirname, '../../tools/install-schemathesis.sh')

export async function runSchemathesis(options: FuzzOptions): Promise<FuzzReport> {
  const program = execFileSync('sh', [installer], { encoding: 'utf8' }).trim()
  const folder = mkdtempSync(join(tmpdir(), 'task-service-fuzz-'))
  try {
    const child = start(program, folder, options)
    await once(child, 'close')
    const report = join(folder, 'report.json')
    if (!existsSync(report)) throw new Error('the fuzzer ended without a report')
    return JSON.parse(readFileSync(report, 'utf8')) as FuzzReport // see the type
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function start(program: string, folder: string, options: FuzzOptions): ChildProcess {
  writeFileSync(join(folder, 'openapi.json'), options.document)
  writeFileSync(join(folder, 'tenants.json'), JSON.stringify(authDocument(options.identities)))
  const args = [
    `--config-file=${join(import.meta.dirname, 'schemathesis.toml')}`,
    '--no-color',
    'run',
    `--url=${options.url}`,
    '--checks=all',
    `--phases=${PHASES.join(',')}`,
    '--mode=all',
    `--seed=${options.seed}`,
    `--max-examples=${options.casesPerOperation}`,
    '--continue-on-failure',
    '--generation-database=none',
    '--request-timeout=30',
    '--report-json-path=report.json',
    'openapi.json',
  ]
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      FUZZ_TENANTS_FILE: join(folder, 'tenants.json'),
      FUZZ_HOOKS_FILE: join(import.meta.dirname, 'hooks.py'),
      PYTHONDONTWRITEBYTECODE: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface({ input: child.stdout }).on('line', options.log)
  return child
}

/** In the format of Web Fuzzing Commons, which the program reads. */
function authDocument(identities: Identities) {
  const auth = Object.entries(identities).map(([name, headers]) => ({
    name,
    fixedHeaders: Object.entries(headers).map(([header, value]) => ({ name: header, value })),
  }))
  return { auth }
}
