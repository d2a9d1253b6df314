// `task-service demo` beside a running service: what it creates, that the service stays sound, and that `--clear` removes
// exactly that.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Task } from '@task-service/contract'
import { exitCodes } from '../../../server/src/commands/exit-codes.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { findFreePort } from '../../harness/free-port.ts'
import { type Service, serviceEnv, startService } from '../../harness/service.ts'
import { type Outcome, runCommand } from '../run-command.ts'

const ALLOWED = { SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8' }
const MAX_PAGE = 200

let database: TestDatabase
let service: Service
let port: number
let env: Record<string, string>

before(async () => {
  database = await createDatabase()
  service = await startService({ databaseUrl: database.url, env: ALLOWED })
  port = await findFreePort()
  env = serviceEnv({ databaseUrl: database.url, apiKey: service.apiKey, env: ALLOWED })
})

after(async () => {
  await service.stop()
  await database.drop()
})

const demo = (...args: string[]): Promise<Outcome> =>
  runCommand(['demo', '--port', String(port), ...args], env)

function assertExit({ code, stdout, stderr }: Outcome, name: keyof typeof exitCodes): void {
  assert.equal(code, exitCodes[name].code, `${stdout}\n${stderr}`)
}

async function get<T>(path: string): Promise<T> {
  const headers = { 'x-api-key': service.apiKey }
  const response = await fetch(`${service.url}/api${path}`, { headers })
  assert.equal(response.status, 200, path)
  return (await response.json()) as T // as the contract says
}

const list = async <T = Record<string, unknown>>(path: string): Promise<T[]> =>
  (await get<{ data: T[] }>(path)).data

async function addOwnTask(): Promise<Task> {
  const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ title: 'Water the plants' })
  const response = await fetch(`${service.url}/api/tasks`, { method: 'POST', headers, body })
  return (await response.json()) as Task // as the contract says
}

describe('demo', () => {
  test('is refused where it could not be seen', async () => {
    const blocked = await runCommand(['demo', '--once'], {
      ...env,
      SERVICE_ACP_EGRESS_ALLOW: '10.0.0.0/8',
    })
    assertExit(blocked, 'config')
    assert.match(blocked.stderr, /SERVICE_ACP_EGRESS_ALLOW=127\.0\.0\.0\/8,::1/)
    const hidden = await demo('--once', '--tenant', 'demo')
    assertExit(hidden, 'config')
    assert.match(hidden.stderr, /SERVICE_ACP_HOST/)
    const nothing = await demo('--clear')
    assertExit(nothing, 'not_found')
  })

  test('fills the tenant, is filled only once, and removes exactly what it created', async () => {
    const own = await addOwnTask()
    const filled = await demo('--once', '--days', '1', '--json')
    assertExit(filled, 'ok')
    const { imported, tasks, password } = filled.json() as Record<string, never> // its own output
    assert.ok(Number(imported) === 10 && Number(tasks) >= 3, JSON.stringify(filled.json()))
    assert.ok(String(password).length > 10)
    await assertAlive()
    const doctor = await runCommand(['doctor'], env)
    assert.match(doctor.stdout, /All checks passed/)
    const again = await demo('--once', '--json')
    assertExit(again, 'ok')
    assert.equal(again.json()['filled'], false)

    const cleared = await demo('--clear', '--json')
    assertExit(cleared, 'ok')
    assert.deepEqual(
      (await list<Task>(`/tasks?limit=${MAX_PAGE}`)).map(({ id }) => id),
      [own.id],
    )
    for (const path of ['agents', 'webhooks', 'integrations', 'connectors', 'schedules']) {
      assert.deepEqual(await list(`/${path}`), [], path)
    }
    for (const path of ['templates', 'fields', 'views']) {
      assert.deepEqual(await list(`/${path}`), [], path)
    }
  })

  test('does not fill a tenant that is in use', async () => {
    for (let count = 0; count < 11; count++) await addOwnTask()
    const refused = await demo('--once', '--days', '1')
    assertExit(refused, 'usage')
    assert.match(refused.stderr, /--add-to-existing/)
    assert.deepEqual(await list('/agents'), [])
  })
})

/** The past is in the past, and the present is there. */
async function assertAlive(): Promise<void> {
  const tasks = await list<Task>(`/tasks?limit=${MAX_PAGE}`)
  const hourAgo = Date.now() - 3_600_000
  assert.ok(tasks.some(({ created_at: at }) => Date.parse(at) < hourAgo))
  const runs = await list<{ state: string }>(`/runs?limit=${MAX_PAGE}`)
  const states = new Set(runs.map(({ state }) => state))
  assert.ok(states.has('working') && states.has('parked'), [...states].join())
  assert.equal((await list('/questions?state=open')).length, 1)
  assert.equal((await list('/webhooks')).length, 3)
  const [integration] = await list<{ name: string }>('/integrations')
  assert.equal(integration?.name, 'Sample tracker')
}
