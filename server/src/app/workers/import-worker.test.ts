// Imports in workers: the dry run, rows that are rejected, progress, cancel and continue, several workers, and files of all kinds.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Import, ImportValidation, Task } from '@task-service/contract'
import { createKeyring } from '#crypto/keyring.ts'
import { Secret } from '#crypto/secret.ts'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { auditOf } from '../../../../tests/harness/history.ts'
import { newImport } from '../../../../tests/harness/imports/new-import.ts'
import { inspect, newTenant, testApi } from '../../../../tests/harness/test-api.ts'
import { until } from '../../../../tests/operate/until.ts'
import { type ImportWorker, startImportWorker } from './import-worker.ts'

const failures: unknown[] = []
const workers: ImportWorker[] = []

async function startWorkers(count: number): Promise<void> {
  const { db } = await testApi()
  const master = Secret.from(randomBytes(32))
  const keyring = createKeyring({ instanceId: randomUUID(), master, previous: null })
  const log = { warn: (fault: unknown) => void failures.push(fault) }
  for (let at = 0; at < count; at++) {
    workers.push(startImportWorker({ db, keyring, log, intervalMs: 20 }))
  }
}

async function stopWorkers(): Promise<void> {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
}

before(() => startWorkers(2))
after(stopWorkers)

async function get(client: ApiClient, { id }: Pick<Import, 'id'>): Promise<Import> {
  return (await client.call('imports.get', { params: { import_id: id } })).body
}

async function reach(client: ApiClient, made: Import, state: Import['state']): Promise<Import> {
  let found = made
  await until(`the import is ${state}`, async () => {
    found = await get(client, made)
    return found.state === state || found.state === 'failed'
  })
  assert.equal(found.state, state, found.failure ?? '')
  return found
}

async function validate(client: ApiClient, made: Import, body: ImportValidation = {}) {
  await client.call('imports.validate', { params: { import_id: made.id }, body })
  return reach(client, made, 'ready')
}

async function run(client: ApiClient, made: Import, body: ImportValidation = {}) {
  await validate(client, made, body)
  await client.call('imports.start', { params: { import_id: made.id } })
  return reach(client, made, 'finished')
}

async function tasksOf(client: ApiClient): Promise<Task[]> {
  return (await client.call('tasks.list', { query: { sort: 'created_at', limit: 200 } })).body.data
}

const countTasks = async ({ tenant }: ApiClient) =>
  (
    await inspect<{ count: number; references: number }>(
      `select count(*)::int as count, count(distinct external_id)::int as references from tasks where tenant_id = $1`,
      [tenant.id],
    )
  )[0]

const countChunks = async ({ tenant }: ApiClient) =>
  (
    await inspect<{ count: number }>(
      `select count(*)::int as count from import_chunks where tenant_id = $1`,
      [tenant.id],
    )
  )[0]?.count

test('values of a spreadsheet become fields', async () => {
  const client = await newTenant()
  await client.call('fields.create', { body: { name: 'Amount', type: 'number' } })
  await client.call('settings.change', { body: { time_zone: 'Europe/Berlin' } })
  const file = [
    '\ufeffSummary,State,Priority,Tags,Due date,Start,Notes,amount,Todo,input',
    '"Quote ""this"", please",In progress,HIGH,"a, b;a",2026-07-01,2026-06-30 08:15,"two\r\nlines",12.50,[x] one;two,{"a":1}',
    "'=1+1,,,,2026-07-01T09:00:00+02:00,,'-5,,,",
    '',
    ',,,,,,,,,',
  ].join('\r\n')
  const made = await newImport(client, { file })
  const defaults = { queue: 'night', priority: 'low' } as const
  const done = await run(client, made, { defaults })
  assert.deepEqual(
    [done.created, done.rejected, done.existing],
    [2, 0, 0],
    JSON.stringify(done.errors),
  )
  assert.equal(done.progress.rows_total, 2)
  const [first, second] = await tasksOf(client)
  assert.deepEqual(
    [first?.title, first?.status, first?.priority, first?.labels, first?.due_at, first?.not_before],
    [
      'Quote "this", please',
      'in_progress',
      'high',
      ['a', 'b'],
      '2026-07-01T21:59:00.000Z',
      '2026-06-30T06:15:00.000Z',
    ],
  )
  assert.deepEqual(
    [first?.description, first?.fields, first?.input, first?.queue],
    ['two\r\nlines', { amount: 12.5 }, { a: 1 }, 'night'],
  )
  assert.deepEqual(
    first?.checklist?.map(({ text, checked }) => [text, checked]),
    [
      ['one', true],
      ['two', false],
    ],
  )
  assert.deepEqual(
    [second?.title, second?.description, second?.priority, second?.due_at],
    ['=1+1', '-5', 'low', '2026-07-01T07:00:00.000Z'],
  )
  assert.deepEqual(first?.created_by, made.created_by)
  const actions = (await auditOf(made.id)).map(({ action }) => action)
  assert.deepEqual(actions.toSorted(), [
    'import.created',
    'import.finished',
    'import.started',
    'import.validated',
  ])
  assert.equal(await countChunks(client), 0, 'the file was deleted')
})

test('a dry run creates nothing and lists what is wrong; the rejected rows can be corrected and imported', async () => {
  const client = await newTenant()
  await client.call('fields.create', {
    body: { name: 'Severity', type: 'choice', choices: [{ label: 'High', value: 'high' }] },
  })
  const bad = Buffer.concat([
    Buffer.from('Title,Priority,Due date,severity\n'),
    Buffer.from('good,high,2026-01-01,high\n'),
    Buffer.from('b,hihg,13.1.2026,hgih\n'),
    Buffer.from(',low,,\n'),
    Buffer.from([0x66, 0xfc, 0x72, 0x0a]),
    Buffer.from('nul\0,low,,\n'),
    Buffer.from('a,b,c,d,e\n'),
    Buffer.from('=x,wrong,2026-02-30,\n'),
  ])
  const made = await newImport(client, { file: bad })
  const ready = await validate(client, made)
  assert.deepEqual([ready.valid, ready.rejected, ready.created], [1, 6, 0])
  assert.equal((await tasksOf(client)).length, 0)
  const shown = ready.errors.map(({ line, column, value }) => [line, column, value])
  assert.deepEqual(shown, [
    [3, 'Due date', '13.1.2026'],
    [3, 'Priority', 'hihg'],
    [4, 'Title', null],
    [5, null, null],
    [6, null, null],
    [7, null, null],
    [8, 'Due date', '2026-02-30'],
    [8, 'Priority', 'wrong'],
  ])
  assert.match(ready.errors[1]?.message ?? '', /Did you mean "high"\?/)
  assert.match(ready.errors[0]?.message ?? '', /such as 2026-11-15/)
  await client.call('imports.start', { params: { import_id: made.id } })
  const done = await reach(client, made, 'finished')
  assert.deepEqual([done.created, done.rejected], [1, 6])
  const { text } = await client.call('imports.errors', { params: { import_id: made.id } })
  const lines = text.split('\r\n')
  assert.equal(lines[0], 'Title,Priority,Due date,severity,_line,_error,_text')
  assert.equal(lines.length, 8)
  assert.match(
    lines[6] ?? '',
    /^'=x,wrong,2026-02-30,,8,"Due date: must be a date that exists; Priority: /,
  )
  const fixed = text
    .replace('b,hihg,13.1.2026,hgih', 'b,high,2026-01-13,high')
    .replace("'=x,wrong,2026-02-30", "'=x,low,2026-02-28")
  const again = await run(client, await newImport(client, { file: fixed }))
  assert.deepEqual([again.created, again.rejected], [2, 4])
  assert.deepEqual(
    (await tasksOf(client)).map(({ title }) => title),
    ['good', 'b', '=x'],
  )
})

test('lines of JSON, with values of any kind', async () => {
  const client = await newTenant()
  const lines = [
    '{"title":"a","labels":["x"],"fields":{"n":1},"external_id":7,"input":[1,null]}',
    '[1]',
    '{"title":"\\ud800","external_id":"8"}',
    '{"title":"nul \\u0000","external_id":"9"}',
    '{"title":"a twin","external_id":"7"}',
    '{"title":1e400,"external_id":"10"}',
    '{"title":"b","status":"completed","external_id":"11"}',
  ]
  const made = await newImport(client, { name: 'a.jsonl', file: lines.join('\n') })
  const done = await run(client, made)
  assert.deepEqual(
    [done.created, done.existing, done.rejected],
    [2, 1, 4],
    JSON.stringify(done.errors),
  )
  assert.deepEqual(
    done.errors.map(({ line }) => line),
    [2, 3, 4, 6],
  )
  const [first, last] = await tasksOf(client)
  assert.deepEqual([first?.source, first?.external_id, first?.fields], ['import', '7', { n: 1 }])
  assert.deepEqual([last?.status, typeof last?.completed_at], ['completed', 'string'])
  const query = { format: 'jsonl' }
  const { text } = await client.call('imports.errors', { params: { import_id: made.id }, query })
  assert.deepEqual(JSON.parse(text.split('\n')[0] ?? ''), {
    _text: '[1]',
    _line: 2,
    _error: 'The row is not a JSON object.',
  })
})

test('many rows in many steps: canceled, continued by several workers, none lost and none twice', async () => {
  const client = await newTenant()
  const count = 4_000
  const rows = Array.from({ length: count }, (_, at) => `${at},"task\n${at}"\n`)
  const made = await newImport(client, { file: `external_id,title\n${rows.join('')}` })
  const ready = await validate(client, made)
  assert.deepEqual([ready.valid, ready.progress.rows_total], [count, count])
  await client.call('imports.start', { params: { import_id: made.id } })
  await until('some tasks are there', async () => (await get(client, made)).created > 0)
  const canceled = (await client.call('imports.cancel', { params: { import_id: made.id } })).body
  assert.ok(canceled.created > 0 && canceled.created < count, `canceled after ${canceled.created}`)
  assert.equal((await countTasks(client))?.count, canceled.created)
  await stopWorkers()
  await startWorkers(3)
  await client.call('imports.start', { params: { import_id: made.id } })
  const done = await reach(client, made, 'finished')
  assert.deepEqual([done.created, done.existing, done.rejected], [count, 0, 0])
  assert.deepEqual(await countTasks(client), { count, references: count })
  const again = await run(
    client,
    await newImport(client, { file: `external_id,title\n${rows.slice(0, 700).join('')}` }),
  )
  assert.deepEqual([again.created, again.existing], [0, 700])
})

test('a quote that is never closed ends the import with the line', async () => {
  const client = await newTenant()
  const file = `title\na\n"b\n${'x'.repeat(4 * 2 ** 20)}\n`
  const made = await newImport(client, { file })
  await client.call('imports.validate', { params: { import_id: made.id }, body: {} })
  await until('it failed', async () => (await get(client, made)).state === 'failed')
  const { failure } = await get(client, made)
  assert.match(failure ?? '', /begins in line 3 is too long.*not closed/)
})

test('no step failed', async () => {
  await stopWorkers()
  assert.deepEqual(failures, [])
})
