// The main commands of `tasks` as processes against the real service. `npm run prove -- cli` calls every command.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runTasks } from '../harness/cli/tasks-program.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { type Service, startService } from '../harness/service.ts'
import { temporaryRoot } from '../harness/temporary-root.ts'

let database: TestDatabase
let service: Service
let folder: string

before(async () => {
  folder = mkdtempSync(join(temporaryRoot(), 'tasks-'))
  database = await createDatabase()
  service = await startService({ databaseUrl: database.url })
})

after(async () => {
  await service.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

/** From its profile, unless another environment is given. */
async function tasks(args: string[], stdin?: string, env: Record<string, string> = {}) {
  const options = { env: { HOME: folder, ...env }, cwd: folder }
  const ended = await runTasks(args, { ...options, ...(stdin !== undefined && { stdin }) })
  for (const text of [ended.stdout, ended.stderr]) assert.ok(!text.includes(service.apiKey))
  return ended
}

type Printed = { number: number; status: string; title: string; version: number }

test('a profile is stored after its key was checked, and commands use it', async () => {
  const login = ['login', '--url', service.url]
  assert.equal((await tasks(login, 'wrong\n')).code, 4)
  assert.equal((await tasks(['list'])).code, 4)
  const { code, stdout } = await tasks(login, `${service.apiKey}\n`)
  assert.equal(code, 0)
  assert.match(stdout, /^Signed in to tenant default/)
  assert.equal((await tasks(['list'])).stderr, 'No tasks.\n')
})

test('a task is created, changed, taken and completed', async () => {
  const created = await tasks(
    ['create', '-', '-q', 'garden', '--json'],
    '{"title":"Water \\u001b[2J"}',
  )
  const { number, title } = JSON.parse(created.stdout) as Printed
  assert.equal(title, 'Water \u001b[2J')
  const name = `T-${number}`
  assert.equal((await tasks(['edit', name, '--priority', 'high', '--if-match', '1'])).code, 0)
  const stale = await tasks(['edit', name, '--priority', 'low', '--if-match', '1'])
  assert.equal(stale.code, 6)
  assert.match(stale.stderr, /Version mismatch[\s\S]*Fix: [\s\S]*Request ID: /)
  assert.equal((await tasks(['claim', name, '--assignee', 'ada'])).code, 0)
  const list = await tasks(['list', '--queue', 'garden'])
  assert.match(list.stdout, /in_progress {2}high {6}Water ␛\[2J/)
  const done = await tasks(['complete', name, '--result', '{"liters":3}', '--json'])
  assert.equal((JSON.parse(done.stdout) as Printed).status, 'completed')
})

test('a claimed run is completed with the stored lease', async () => {
  await tasks(['api', 'POST', '/agents', '-f', 'name=gardener', '-f', 'queues=["beds"]'])
  await tasks(['create', 'Weed', '-q', 'beds'])
  const claimed = await tasks(['claim', '--agent', 'gardener', '--json'])
  const { task } = JSON.parse(claimed.stdout) as { task: Printed }
  assert.equal((await tasks(['complete', `T-${task.number}`])).code, 0)
  const runs = await tasks(['runs', 'list', '--json'])
  assert.match(runs.stdout, /"state":"completed"/)
  assert.equal((await tasks(['claim', '--agent', 'gardener'])).code, 3)
})

test('an import creates nothing twice', async () => {
  const rows = Array.from({ length: 150 }, (_, at) => `Row ${at},bulk`)
  writeFileSync(join(folder, 'rows.csv'), ['Summary,queue', ...rows, ',bulk'].join('\n'))
  const args = ['import', 'rows.csv', '--map', 'title=Summary', '--json']
  const counts = async () => {
    const { code, stdout } = await tasks(args)
    const { created, existing, failed } = JSON.parse(stdout) as Record<string, number>
    return { code, created, existing, failed }
  }
  assert.deepEqual(await counts(), { code: 5, created: 150, existing: 0, failed: 1 })
  assert.deepEqual(await counts(), { code: 5, created: 0, existing: 150, failed: 1 })
  const { stdout } = await tasks(['export', '--queue', 'bulk'])
  assert.equal(stdout.trim().split('\n').length, 150)
})

test('errors have the exit code of their class, and one document with --json', async () => {
  const cases = [
    [['show', 'T-999'], 3, {}],
    [['list', '--nope'], 2, {}],
    [['create', ''], 5, {}],
    [['list'], 7, { TASKS_URL: 'http://127.0.0.1:9', TASKS_KEY: 'x' }],
  ] as const
  for (const [args, code, env] of cases) {
    const ended = await tasks([...args, '--json'], undefined, env)
    assert.equal(ended.code, code, ended.stderr)
    assert.equal(ended.stdout, '')
    assert.ok((JSON.parse(ended.stderr) as { error: object }).error)
  }
})

const watch = (key: string) =>
  tasks(['watch', '--json'], undefined, { TASKS_URL: service.url, TASKS_KEY: key })

test('watch ends with the error of its stream or of its list', { timeout: 20_000 }, async () => {
  const wrong = await watch('wrong')
  assert.equal(wrong.code, 4)
  assert.match(wrong.stderr, /^\{"error":\{"exit":"unauthenticated"/)
  const agent = await watch('agt_1')
  assert.equal(agent.code, 4)
  assert.match(agent.stderr, /does not accept agent tokens.*"fix":"Set TASKS_KEY to an API key/)
  const shown = await tasks(['list'], undefined, { TASKS_URL: service.url, TASKS_KEY: 'agt_1' })
  assert.equal(shown.code, 4)
  assert.doesNotMatch(shown.stderr, /Stack/)
})

test('options of runs are rejected for a task without a stored lease', async () => {
  const created = await tasks(['create', 'Prune', '--json'])
  const name = `T-${(JSON.parse(created.stdout) as Printed).number}`
  for (const options of [
    ['release', name, '--note', 'half'],
    ['fail', name, '--final'],
  ]) {
    const { code, stderr } = await tasks(options)
    assert.equal(code, 2)
    assert.match(stderr, /is for runs, and this computer has no lease of T-/)
  }
})
