// The commands of docs/guide/agents.md, typed one after the other: a task is completed, and a question answered.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { shellCommands } from '../harness/documents/shell-commands.ts'
import { type Service, startService } from '../harness/service.ts'

const guide = join(import.meta.dirname, '../../docs/guide/agents.md')
let database: TestDatabase
let service: Service

before(async () => {
  database = await createDatabase()
  service = await startService({ databaseUrl: database.url })
})

after(async () => {
  await service.stop()
  await database.drop()
})

/** What a reader sees, one response per line. */
async function runGuide(): Promise<string> {
  const first = shellCommands(guide, 'Complete a task with curl')
  const [createTask, ...claim] = first.filter((line) =>
    /api\/tasks"|tasks\/claim|RUN=|LEASE=/.test(line),
  )
  const lines = [
    'cd "$(mktemp -d)"',
    'curl() { command curl --no-progress-meter --fail-with-body "$@"; echo; }',
    ...first,
    createTask ?? '',
    ...claim,
    ...shellCommands(guide, 'Questions'),
    ...shellCommands(guide, 'Checkpoints and handoff'),
    ...shellCommands(guide, 'Order of a queue'),
    ...shellCommands(guide, 'Delay and block tasks'),
    ...shellCommands(guide, 'Require a result format'),
    ...shellCommands(guide, 'Pause an agent'),
    ...shellCommands(guide, 'Budgets'),
    ...shellCommands(guide, 'People and agents in one queue'),
    ...shellCommands(guide, 'Run several workers'),
    ...shellCommands(guide, 'Use an API key'),
  ]
  const { stdout } = await promisify(execFile)('bash', ['-ce', lines.join('\n')], {
    env: { PATH: process.env['PATH'], TASKS_URL: service.url, TASKS_KEY: service.apiKey },
  })
  return stdout
}

test('the guide leads from an agent to a completed task and an answered question', async () => {
  const printed = await runGuide()
  assert.match(printed, /"status":"completed".*"result":\{"refund_id":"re_7"\}/)
  assert.match(printed, /"state":"answered".*"answer":true,"note":"Approved by phone"/)
  assert.match(printed, /"state":"released".*"handoff":"The order is checked/)
  assert.match(printed, /"aging_seconds":600,"target_seconds":3600/)
  assert.match(printed, /"state":"paused"/)
  assert.match(printed, /"assignee":"mara"/)
})
