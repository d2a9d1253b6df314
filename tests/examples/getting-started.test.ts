// The commands of docs/guide/getting-started.md, typed one after the other: from the first task to its event.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { shellCommands } from '../harness/documents/shell-commands.ts'
import { findFreePort } from '../harness/free-port.ts'
import { type Service, startService } from '../harness/service.ts'

const root = join(import.meta.dirname, '../..')
const guide = join(root, 'docs/guide/getting-started.md')
const typed = ['3. Create and start a task', '5. Receive a webhook', '6. Read the event feed']
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

const wait = (text: string): string =>
  `for _ in $(seq 300); do grep -q '${text}' printed && break; sleep 0.1; done`

/** Background jobs print to a file, which shows when a reader would type the next command. */
async function runGuide(): Promise<string> {
  const port = await findFreePort()
  const background = /^(.*) &$/
  const script = typed
    .flatMap((heading) => shellCommands(guide, heading))
    .map((line) => line.replace('localhost:9000', `localhost:${port}`))
    .map((line) => line.replace(background, '$1 >> printed 2>&1 &'))
    .map((line) => line.replace('node examples', `node ${root}/examples`))
    .map((line) => line.replace('npx tasks', `node ${root}/cli/src/main.ts`))
    .flatMap((line) =>
      line.includes('Check the delivery note')
        ? [wait('^Forwarding events'), 'sleep 1', line, wait('^task.created evt_')]
        : [line],
    )
  const lines = ['cd "$(mktemp -d)"', 'touch printed', ...script, 'kill %1 %2', 'cat printed']
  const { stdout } = await promisify(execFile)('bash', ['-mce', lines.join('\n')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: await mkdtemp(join(tmpdir(), 'getting-started-')),
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
  assert.match(printed, /^task\.created evt_[0-9a-f]{32}$/m)
  for (const type of ['task.created', 'task.started', 'task.completed']) {
    assert.ok(printed.includes(`"type":"${type}"`), `${type} is not in the feed`)
  }
})
