// Rows of a database become tasks of a real service and are written back; a connector of the tests stands between the two.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type {
  Approval,
  Claimed,
  Conflict,
  ConnectionCheck,
  ConnectorWithToken,
  EdgeJobOrder,
  EdgeProblem,
  EdgeResult,
  Integration,
  MappingPreview,
  StatementFace,
  Task,
  WriteBack,
} from '@task-service/contract'
import {
  type Claims,
  config as claimsConfig,
  createBackend,
  statements,
} from '../../integrations/database/testing/backend.ts'
import { type ApiClient, createApiClient, until } from '../harness/clients/api-client.ts'
import { createDatabase } from '../harness/database.ts'
import { type Answering, startAnswering } from '../harness/edge/answering-edge.ts'
import { resultOf } from '../harness/edge/test-edge.ts'
import { type Service, startService } from '../harness/service.ts'

let claims: Claims
let service: Service
let client: ApiClient
let connector: ConnectorWithToken
let answering: Answering
const countWrites = () =>
  answering.jobs.filter(({ statement }) => statement === 'close_claim').length
/** In place of what the statement would do. */
let problem: EdgeProblem | undefined

const faces: StatementFace[] = statements.map((one) => ({
  database: one.database,
  engine: 'postgres',
  name: one.name,
  kind: one.kind,
  description: '',
  params: one.params as StatementFace['params'], // of the types there are
  columns: one.columns.map((name) => ({ name, treatment: 'plain' })),
  max_rows: one.maxRows,
  max_bytes: 1_000_000,
  timeout_ms: 5_000,
  ...(one.fence !== undefined && { fence: one.fence, expect_rows: 1 }),
}))

async function answer(job: EdgeJobOrder): Promise<EdgeResult> {
  if (problem) return resultOf([], { outcome: 'failed', problem })
  const edge = claims.edge?.()
  if (!edge) throw new Error('there are no claims')
  const { columns, rows, truncated, changed, sourceChanged } = await edge.run({
    connector: connector.id,
    database: job.database,
    statement: job.statement ?? '',
    params: job.params as Record<string, string>, // checked by the statement
  })
  const facts = { columns, truncated, changed_count: changed }
  if (!sourceChanged) return resultOf(rows, facts)
  const found: EdgeProblem = { code: 'source_changed', message: 'The row has another version.' }
  return resultOf([], { ...facts, outcome: 'failed', problem: found })
}

before(async () => {
  claims = createBackend()
  const database = await createDatabase()
  const starting = await Promise.all([claims.start(), startService({ databaseUrl: database.url })])
  service = starting[1]
  client = createApiClient(() => service.url, service.apiKey)
  connector = await client.ask('POST', '/api/connectors', { name: 'site' })
  const token = connector.enrolment_token ?? ''
  answering = await startAnswering(service.url, token, faces, answer)
})

after(async () => {
  client.close()
  await answering.stop()
  await Promise.all([service.stop(), claims.stop()])
})

const config = () => ({ ...claimsConfig, connector: connector.id })

async function connect(more: object = {}, settings: object = {}): Promise<Integration> {
  await claims.query('truncate claims restart identity')
  return client.ask('POST', '/api/integrations', {
    provider: 'database',
    name: 'Claims',
    config: { ...config(), ...more },
    poll_seconds: 30,
    ...settings,
  })
}

const remove = ({ id }: Integration) => client.ask('DELETE', `/api/integrations/${id}`)
const lookNow = ({ id }: Integration) => client.ask('POST', `/api/integrations/${id}/sync`, {})
const add = (title: string) => claims.otherUser.create({ title, description: 'Wet cellar.' })
const finish = ({ id }: Task, status = 'completed', result: unknown = 'paid') =>
  client.ask<Task>('PATCH', `/api/tasks/${id}`, { status, result })

/** The task of a row, once it is as wanted. */
function untilTask(
  { id }: Integration,
  key: string,
  isSo: (task: Task) => boolean = () => true,
): Promise<Task> {
  const look = async () =>
    (await client.list<Task>('/api/tasks')).find(
      ({ origin }) => origin.integration_id === id && origin.external_id === key,
    )
  return until(
    `the task of ${key}`,
    look,
    (task) => task !== undefined && isSo(task),
  ) as Promise<Task> // as asked for
}

const row = async (id: string) =>
  (await claims.query('select status, note, version, title from claims where id = $1', [id]))[0]

const conflictsOf = ({ id }: Task) => client.list<Conflict>(`/api/conflicts?task=${id}&state=open`)

describe('a database source', () => {
  it('is checked and shown before it is made: what does not fit is said', async () => {
    await claims.query('truncate claims restart identity')
    await add('Water damage')
    const check = (more: object) =>
      client.ask<ConnectionCheck>('POST', '/api/integrations/check', {
        provider: 'database',
        config: { ...config(), ...more },
        secrets: {},
      })
    const good = await check({})
    assert.ok(good.ok, JSON.stringify(good.stages))
    assert.deepEqual([good.sample?.title, good.total], ['Water damage', 1])
    const wrong = await check({ key_column: 'number' })
    assert.ok(!wrong.ok)
    assert.match(
      JSON.stringify(wrong.stages),
      /returns no column .*number.*Choose one of: id, version/,
    )
    const unknown = await check({ read_statement: 'all_claims' })
    assert.match(JSON.stringify(unknown.stages), /no read statement .*all_claims.*claims, claim/)
    const made = await connect({ title: 'Claim {{id}}: {{title}}' })
    await add('Fire')
    const preview = await client.ask<MappingPreview>(
      'POST',
      `/api/integrations/${made.id}/preview`,
      {},
    )
    const [first] = preview.records
    assert.equal(first?.fields.find(({ field }) => field === 'title')?.task, 'Claim 1: Fire')
    await remove(made)
  })

  it('makes tasks of rows, with their facts, and writes back what was finished', async () => {
    const source = await connect()
    const { id } = await add('Water damage')
    await lookNow(source)
    const task = await untilTask(source, id)
    assert.deepEqual(
      [task.title, task.description, task.status, task.origin.kind, task.origin.url],
      ['Water damage', 'Wet cellar.', 'ready', 'database', null],
    )
    await finish(task, 'completed', { note: 'Paid 300 EUR' })
    const settled = await untilTask(source, id, ({ settled_at: at }) => at !== null)
    assert.equal(settled.status, 'completed')
    assert.deepEqual(await row(id), {
      status: 'closed',
      note: 'Paid 300 EUR',
      version: 2,
      title: 'Water damage',
    })
    const [change, ...more] = await client.list<WriteBack>(`/api/write-backs?task=${task.id}`)
    assert.deepEqual([change?.state, more.length], ['confirmed', 0])
    const writes = answering.jobs.filter(({ statement }) => statement === 'close_claim')
    assert.equal(writes.length, 1)
    await remove(source)
  })

  it('distinguishes outcomes where the rows do', async () => {
    const source = await connect()
    const { id } = await add('Denied')
    await lookNow(source)
    const task = await untilTask(source, id)
    await client.ask('PATCH', `/api/tasks/${task.id}`, { status: 'in_progress' })
    await finish(task, 'failed', 'No cover')
    await untilTask(source, id, ({ settled_at: at }) => at !== null)
    assert.equal((await row(id))?.['status'], 'rejected')
    await remove(source)
  })

  it('follows rows: what changes, what is done there, what is gone', async () => {
    const source = await connect()
    const [changed, done, gone] = [await add('One'), await add('Two'), await add('Three')]
    await lookNow(source)
    await untilTask(source, gone.id)
    await claims.otherUser.edit(changed, { title: 'One, corrected' })
    await claims.otherUser.close(done)
    await claims.otherUser.remove?.(gone)
    await lookNow(source)
    await untilTask(source, changed.id, ({ title }) => title === 'One, corrected')
    await untilTask(source, done.id, ({ status }) => status === 'completed')
    await untilTask(source, gone.id, ({ status }) => status === 'canceled')
    await remove(source)
  })

  it('does not overwrite a row that changed; a user decides for the task or for the row', async () => {
    const source = await connect()
    const [ours, theirs] = [await add('Ours'), await add('Theirs')]
    await lookNow(source)
    const tasks = [await untilTask(source, ours.id), await untilTask(source, theirs.id)] as const
    await client.ask('PATCH', `/api/integrations/${source.id}`, { paused: true })
    for (const ref of [ours, theirs]) await claims.otherUser.edit(ref, { title: 'Not so wet' })
    for (const task of tasks) await finish(task)
    await client.ask('PATCH', `/api/integrations/${source.id}`, { paused: false })
    const found = await Promise.all(
      tasks.map((task) =>
        until(
          'a conflict',
          () => conflictsOf(task),
          (open) => open.length > 0,
        ),
      ),
    )
    const [[first], [second]] = found as [[Conflict], [Conflict]] // waited for
    assert.equal(first.field, 'row')
    assert.match(JSON.stringify(first.base), /"version":"1".*"Ours"/)
    assert.match(JSON.stringify(first.remote_value), /"version":"2".*"Not so wet"/)
    assert.equal((await row(ours.id))?.['status'], 'open')
    await client.ask('POST', `/api/conflicts/${first.id}/resolve`, { use: 'service' })
    await client.ask('POST', `/api/conflicts/${second.id}/resolve`, { use: 'remote' })
    await untilTask(source, ours.id, ({ settled_at: at }) => at !== null)
    assert.deepEqual(
      [(await row(ours.id))?.['status'], (await row(ours.id))?.['version']],
      ['closed', 3],
    )
    const reopened = await untilTask(source, theirs.id, ({ status }) => status === 'ready')
    assert.equal(reopened.title, 'Not so wet')
    assert.equal((await row(theirs.id))?.['status'], 'open')
    await remove(source)
  })

  it('reports a problem of the database, and writes when it is fixed', async () => {
    const source = await connect()
    const { id } = await add('Unlucky')
    await lookNow(source)
    const task = await untilTask(source, id)
    problem = { code: 'database_unreachable', message: 'The database does not answer.' }
    try {
      await finish(task)
      await until(
        'a failure',
        () => client.ask<Integration>('GET', `/api/integrations/${source.id}`),
        ({ state }) => state === 'failing',
      )
    } finally {
      problem = undefined
    }
    await lookNow(source)
    await untilTask(source, id, ({ settled_at: at }) => at !== null)
    assert.equal((await row(id))?.['version'], 2)
    await remove(source)
  })

  it('runs the statement of an agent only after an approval, for the version that was approved', async () => {
    const source = await connect({}, { agent_writes: 'approve', mapping: { queue: 'storms' } })
    const ref = await add('Storm')
    await lookNow(source)
    const task = await untilTask(source, ref.id)
    await client.ask('POST', '/api/agents', { name: 'bot', queues: ['storms'] })
    const { data } = await client.ask<Claimed>('POST', '/api/tasks/claim', { agent: 'bot' })
    const [claimed] = data
    assert.equal(claimed?.task.id, task.id)
    const writesBefore = countWrites()
    const completed = await client.ask<Task>('POST', `/api/runs/${claimed.run.id}/complete`, {
      lease_token: claimed.lease_token,
      result: { note: 'Paid 200 EUR' },
    })
    assert.equal(completed.status, 'in_review')
    const openApproval = async (hash?: string) => {
      const found = await until(
        'an open approval',
        () => client.list<Approval>(`/api/approvals?task=${task.id}&state=open`),
        ([one]) => one !== undefined && one.hash !== hash,
      )
      return found[0] as Approval // waited for
    }
    const approve = ({ id, hash }: Approval) =>
      client.ask<Approval>('POST', `/api/approvals/${id}/approve`, { hash })
    const first = await openApproval()
    const [effect] = first.effects
    assert.deepEqual(
      [effect?.statement?.name, effect?.statement?.values['key'], effect?.source_revision],
      ['close_claim', ref.id, '1'],
    )
    assert.deepEqual(effect?.statement?.values['task.result'], { note: 'Paid 200 EUR' })
    // The row changes between the last sync and the decision: the decision was about another version.
    await claims.otherUser.edit(ref, { title: 'Storm and hail' })
    await approve(first)
    const second = await openApproval(first.hash)
    assert.deepEqual(
      [second.id, second.previous?.hash, second.effects[0]?.source_revision, countWrites()],
      [first.id, first.hash, '2', writesBefore],
    )
    await approve(second)
    await untilTask(source, ref.id, ({ settled_at: at }) => at !== null)
    assert.equal(countWrites(), writesBefore + 1)
    assert.deepEqual(await row(ref.id), {
      status: 'closed',
      note: 'Paid 200 EUR',
      version: 3,
      title: 'Storm and hail',
    })
    const spent = await client.ask<Approval>('GET', `/api/approvals/${first.id}`)
    assert.deepEqual([spent.state, spent.receipts.length], ['spent', 1])
    await remove(source)
  })

  it('keeps no rows with its looks', async () => {
    const jobs = await client.list<{ id: string; row_count: number | null; statement: string }>(
      `/api/connectors/${connector.id}/jobs`,
    )
    // The oldest: the rows of a sync that was running when its source was removed were never taken.
    const read = jobs.findLast(({ statement, row_count: count }) => statement === 'claims' && count)
    assert.ok(read)
    const shown = await client.ask<{ rows: unknown[] }>(
      'GET',
      `/api/connectors/${connector.id}/jobs/${read.id}`,
    )
    assert.deepEqual(shown.rows, [])
  })
})
