// Runs the official conformance suite against a URL and reads what it found.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parse } from 'yaml'

export type SuiteRun = {
  url: string
  revision: '2026-07-28' | '2025-11-25'
  /** Known failures, next to this file. An entry that passes fails the run, as does a failure without an entry. */
  baseline?: string
}
export type SuiteResult = {
  isPass: boolean
  scenarios: Map<string, { passed: number; failed: number }>
  /** What a server of this revision must pass; the suite also runs others, such as those of extensions. */
  required: string[]
  output: string
}

/** The shape of the report is fixed by the pinned version. */
type Check = { status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO' }

export async function runConformance(tools: string, run: SuiteRun): Promise<SuiteResult> {
  const folder = mkdtempSync(join(tmpdir(), 'task-service-mcp-'))
  try {
    const suite = join(tools, 'node_modules/@modelcontextprotocol/conformance')
    const target = ['server', '--url', run.url, '--requirements', run.revision, '-o', folder]
    const known = run.baseline
      ? ['--expected-failures', join(import.meta.dirname, run.baseline)]
      : []
    const args = [join(suite, 'dist/index.js'), ...target, ...known]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
    const requirements = readFileSync(join(suite, `requirements/${run.revision}.yaml`), 'utf8')
    const { server: required } = parse(requirements) as { server: string[] } // fixed by the version, too
    return { isPass: code === 0, scenarios: readScenarios(folder), required, output }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One folder for each scenario, named `server-<scenario>-<time>`. */
function readScenarios(folder: string): SuiteResult['scenarios'] {
  const found: SuiteResult['scenarios'] = new Map()
  for (const name of readdirSync(folder)) {
    const [, scenario] = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name) ?? []
    if (scenario === undefined) continue
    const report = readFileSync(join(folder, name, 'checks.json'), 'utf8')
    const checks = JSON.parse(report) as Check[] // see the type
    const count = (status: Check['status']) =>
      checks.filter((check) => check.status === status).length
    found.set(scenario, { passed: count('SUCCESS'), failed: count('FAILURE') })
  }
  return found
}
