// The commands of docs/guide/getting-started.md, typed one after the other: from the first task to its event.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { shellCommands } from '../harness/documents/shell-commands.ts'
import { findFreePort } from '../harness/free-port.ts'
import { type Service, startService } from '../harness/service.ts'

const root = join(import.meta.dirname, '../..')
const guide = join(root, 'docs/guide/getting-started.md')
const typed = ['3. Create and start a task', '4. Receive a webhook', '5. Read the event feed']
let database: TestDatabase
let service: Service

before(async () => {
  database = await createDatabase()
  const env = { SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8,::1' }
  service = await startService({ databaseUrl: database.url, env })
})

after(async () => {
  await service.stop()
  await database.drop()
})

/** What a reader sees: the event of the webhook comes before the feed is read. */
async function runGuide(): Promise<string> {
  const port = await findFreePort()
  const commands = typed.flatMap((heading) => shellCommands(guide, heading))
  const last = commands.pop() ?? ''
  const waits = 'for _ in $(seq 100); do grep -q ^task.completed printed && break; sleep 0.1; done'
  const receiver = /^(node examples.*) &$/
  const script = commands
    .map((line) => line.replace(':9000/', `:${port}/`).replace(receiver, '$1 > printed &'))
    .map((line) => line.replace('node examples', `node ${root}/examples`))
  const lines = [
    'cd "$(mktemp -d)"',
    'touch printed',
    ...script,
    waits,
    'kill $!',
    'cat printed',
    last,
  ]
  const { stdout } = await promisify(execFile)('bash', ['-ce', lines.join('\n')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      TASKS_URL: service.url,
      TASKS_KEY: service.apiKey,
    },
  })
  return stdout
}

test('the guide leads from a task to its webhook and its events', async () => {
  const printed = await runGuide()
  assert.match(printed, /"title":"Call the supplier"/)
  assert.match(printed, /^task\.completed evt_[0-9a-f]{32}$/m)
  for (const type of ['task.created', 'task.started', 'task.completed']) {
    assert.ok(printed.includes(`"type":"${type}"`), `${type} is not in the feed`)
  }
})
