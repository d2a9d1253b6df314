// The health check of a container that is only a worker, with the command that the image and compose.yaml use.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { findFreePort } from '../harness/free-port.ts'
import { startService } from '../harness/service.ts'
import { runCommand } from '../operate/run-command.ts'

let database: TestDatabase

before(async () => {
  database = await createDatabase()
})
after(() => database.drop())

test('`task-service health` succeeds while a worker runs and fails after it stopped', async () => {
  const port = String(await findFreePort())
  const env = { SERVICE_ACP_PORT: port, SERVICE_ACP_BIND: '127.0.0.1' }
  const args = ['--role', 'worker']
  const worker = await startService({
    databaseUrl: database.url,
    args,
    until: 'worker started',
    env,
  })
  const running = await runCommand(['health'], env)
  assert.equal(running.code, 0, running.stderr)
  assert.equal(await worker.stop(), 0)
  assert.equal((await runCommand(['health'], env)).code, 7)
})
