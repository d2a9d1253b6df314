// The whole way with nothing in the place of anything: a service, the connector's own program, and a database beside it.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type {
  Conflict,
  Connector,
  ConnectorWithToken,
  Integration,
  Task,
} from '@task-service/contract'
import {
  type Claims,
  config as claimsConfig,
  createBackend,
} from '../../integrations/database/testing/backend.ts'
import { childEnv } from '../harness/child-env.ts'
import { type ApiClient, createApiClient, until } from '../harness/clients/api-client.ts'
import { createDatabase } from '../harness/database.ts'
import { type Service, startService } from '../harness/service.ts'
import { temporaryRoot } from '../harness/temporary-root.ts'

const MAIN = join(import.meta.dirname, '../../edge/src/main.ts')

const policy = `version: 1
databases:
  warehouse:
    engine: postgres
    url_env: WAREHOUSE_URL
    statements:
      claims:
        kind: read
        sql: select id, version, title, description, status from claims where status = 'open' and id > :after order by id
        params: {after: {type: integer, default: 0}}
        columns: {id: plain, version: plain, title: plain, description: tokenise, status: plain}
        max_rows: 2
      claim:
        kind: read
        sql: select id, version, title, description, status from claims where id = :key
        params: {key: {type: integer}}
        columns: {id: plain, version: plain, title: plain, description: tokenise, status: plain}
        max_rows: 1
      close_claim:
        kind: write
        sql: update claims set status = :status, note = :note, version = version + 1 where id = :key and version = :version
        params:
          key: {type: integer}
          version: {type: integer}
          status: {type: text, choices: [closed, rejected]}
          note: {type: text, max_length: 2000, put_values_back: true}
        expect_rows: 1
        fence: version
`

let claims: Claims
let service: Service
let client: ApiClient
let edge: ChildProcess
let printed = ''
let source: Integration
const folder = mkdtempSync(join(temporaryRoot(), 'task-edge-'))

before(async () => {
  claims = createBackend()
  const database = await createDatabase()
  const starting = await Promise.all([claims.start(), startService({ databaseUrl: database.url })])
  service = starting[1]
  client = createApiClient(() => service.url, service.apiKey)
  const connector = await client.ask<ConnectorWithToken>('POST', '/api/connectors', {
    name: 'site',
  })
  writeFileSync(join(folder, 'policy.yaml'), policy)
  edge = spawn(process.execPath, [MAIN, 'run'], {
    env: childEnv({
      TASK_EDGE_URL: service.url,
      TASK_EDGE_TOKEN: connector.enrolment_token ?? '',
      TASK_EDGE_POLICY: join(folder, 'policy.yaml'),
      TASK_EDGE_STATE: join(folder, 'state'),
      WAREHOUSE_URL: claims.url(),
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [edge.stdout, edge.stderr]) {
    stream?.on('data', (chunk: Buffer) => void (printed += chunk.toString()))
  }
  await until(
    'the connector',
    () => client.ask<Connector>('GET', `/api/connectors/${connector.id}`),
    ({ state, statement_count: count }) => state === 'online' && count > 0,
  ).catch((error: Error) => {
    throw new Error(`${error.message}\n${printed}`)
  })
  source = await client.ask('POST', '/api/integrations', {
    provider: 'database',
    name: 'Claims',
    config: {
      ...claimsConfig,
      connector: connector.id,
      write_params: JSON.stringify({
        status: { completed: 'closed', failed: 'rejected', canceled: 'rejected' },
        note: 'About {{row.description}}, {{task.number}}',
      }),
    },
    poll_seconds: 30,
  })
})

after(async () => {
  client.close()
  if (edge.exitCode === null) {
    const ended = once(edge, 'exit')
    edge.kill('SIGTERM')
    await ended
  }
  await Promise.all([service.stop(), claims.stop()])
  rmSync(folder, { recursive: true, force: true })
})

const lookNow = () => client.ask('POST', `/api/integrations/${source.id}/sync`, {})
const finish = ({ id }: Task) => client.ask('PATCH', `/api/tasks/${id}`, { status: 'completed' })
const add = (title: string) => claims.otherUser.create({ title, description: `Secret of ${title}` })

async function taskOf(key: string, isSo: (task: Task) => boolean = () => true): Promise<Task> {
  const look = async () =>
    (await client.list<Task>('/api/tasks')).find(({ origin }) => origin.external_id === key)
  const found = await until(`the task of ${key}`, look, (task) => task !== undefined && isSo(task))
  if (!found) throw new Error('waited for')
  return found
}

const row = async (id: string) =>
  (await claims.query('select status, note, version from claims where id = $1', [id]))[0]

describe('with the real connector', () => {
  it('rows become tasks, page by page, and outcomes are written back with the values that stayed there', async () => {
    const refs = [await add('one'), await add('two'), await add('three')]
    await lookNow()
    for (const { id } of refs) {
      const task = await taskOf(id)
      assert.match(task.description, /^tok_/, 'the value stayed there')
      await finish(task)
    }
    for (const [at, { id }] of refs.entries()) {
      const { number } = await taskOf(id, ({ settled_at: settled }) => settled !== null)
      const note = `About Secret of ${['one', 'two', 'three'][at]}, T-${number}`
      assert.deepEqual(await row(id), { status: 'closed', note, version: 2 })
    }
  })

  it('a row that changed is not written over; decided for the task, and for the row', async () => {
    const [ours, theirs] = [await add('ours'), await add('theirs')]
    await lookNow()
    const tasks = [await taskOf(ours.id), await taskOf(theirs.id)]
    await client.ask('PATCH', `/api/integrations/${source.id}`, { paused: true })
    for (const ref of [ours, theirs]) await claims.otherUser.edit(ref, { title: 'changed' })
    for (const task of tasks) await finish(task)
    await client.ask('PATCH', `/api/integrations/${source.id}`, { paused: false })
    for (const [at, use] of (['service', 'remote'] as const).entries()) {
      const [conflict] = await until(
        'a conflict',
        () => client.list<Conflict>(`/api/conflicts?task=${tasks[at]?.id}&state=open`),
        (open) => open.length > 0,
      )
      assert.equal(conflict?.field, 'row')
      assert.match(JSON.stringify(conflict.remote_value), /"version":"2".*"changed"/)
      await client.ask('POST', `/api/conflicts/${conflict.id}/resolve`, { use })
    }
    await taskOf(ours.id, ({ settled_at: settled }) => settled !== null)
    assert.equal((await row(ours.id))?.['version'], 3)
    const reopened = await taskOf(theirs.id, ({ status }) => status === 'ready')
    assert.equal(reopened.title, 'changed')
    assert.deepEqual(await row(theirs.id), { status: 'open', note: null, version: 2 })
  })
})
