// The commands of the documentation, page by page against one service: each request gets the response that the page promises.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { TASKS } from '../harness/cli/tasks-program.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import type { CodeBlock } from '../harness/documents/code-blocks.ts'
import { type Service, startService } from '../harness/service.ts'
import { checkOf } from './block-rules.ts'
import { documentedBlocks, root } from './documented-blocks.ts'
import { type PagePreparation, preparations } from './page-preparations.ts'

const pages = Map.groupBy(
  documentedBlocks().filter((block) => checkOf(block) === 'run'),
  ({ page }) => page,
)

let database: TestDatabase
let service: Service

before(async () => {
  database = await createDatabase()
  const env = {
    SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8,::1',
    SERVICE_ACP_LIMIT_STREAM_DURATION: '1h',
  }
  service = await startService({ databaseUrl: database.url, env })
})

after(async () => {
  await service.stop()
  await database.drop()
})

/**
 * `curl` fails with the errors of the API and remembers its response; `api` sends what a page needs before; `id tsk` is the first
 * ID of this kind in the last response; `version` is that of a task.
 */
const PREAMBLE = `
cd "$(mktemp -d)"
curl() { command curl --no-progress-meter --fail-with-body --max-time 20 "$@" | tee response.json; local codes=("\${PIPESTATUS[@]}"); echo; return "\${codes[0]}"; }
api() { curl "$TASKS_URL$1" -H "X-API-Key: $TASKS_KEY" -H 'Content-Type: application/json' "\${@:2}"; }
id() { grep -o "$1_[0-9a-f]*" response.json | head -n 1; }
id_of_token() { grep -o 'agt_[A-Za-z0-9_-]*' response.json; }
version() { command curl -s "$TASKS_URL/api/tasks/$1" -H "X-API-Key: $TASKS_KEY" | grep -o '"version":[0-9]*' | head -n 1 | cut -d : -f 2; }
tasks() { ${JSON.stringify(process.execPath)} ${JSON.stringify(TASKS)} "$@"; }
jq() { cat; }
`

function scriptOf(blocks: readonly CodeBlock[], preparation: PagePreparation): string {
  const { first = '', change = (code: string) => code, fails = [] } = preparation
  const parts = blocks.map(({ code, line }) => {
    const commands = change(code)
    const isError = fails.find((text) => code.includes(text))
    return isError === undefined
      ? `echo 'line ${line}' >&2\n${commands}`
      : `echo 'line ${line}' >&2\nif ( ${commands}\n); then echo 'expected an error'; exit 1; fi`
  })
  return [PREAMBLE, first, ...parts].join('\n')
}

async function runPage(page: string): Promise<string> {
  const script = scriptOf(pages.get(page) ?? [], preparations[page] ?? {})
  const env = { PATH: process.env['PATH'], TASKS_URL: service.url, TASKS_KEY: service.apiKey }
  const { stdout } = await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', script], {
    env: { ...env, HOME: '/nonexistent', NO_COLOR: '1', REPOSITORY: root },
  }).catch((ended: { stdout: string; stderr: string }) =>
    assert.fail(`${page}, ${ended.stderr.slice(-1_000)}\n${ended.stdout.slice(-1_000)}`),
  )
  return stdout
}

describe('the commands of', () => {
  for (const page of pages.keys()) {
    test(page, async () => {
      const printed = await runPage(page)
      for (const pattern of preparations[page]?.prints ?? []) {
        assert.ok(pattern.test(printed), `${page} printed no ${pattern}: ${printed.slice(-1_000)}`)
      }
    })
  }
})

test('preparations are for pages that exist', () => {
  assert.deepEqual(
    Object.keys(preparations).filter((page) => !pages.has(page)),
    [],
  )
})

test('control: a request that the API rejects fails', async () => {
  const block = { page: 'x', line: 1, language: 'sh', heading: '', code: 'api /api/tasks -d "{}"' }
  const script = scriptOf([block], {})
  const env = { PATH: process.env['PATH'], TASKS_URL: service.url, TASKS_KEY: service.apiKey }
  await assert.rejects(promisify(execFile)('bash', ['-eo', 'pipefail', '-c', script], { env }), {
    code: 22,
  })
})
