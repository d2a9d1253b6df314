// The Python SDK against the real service: the example of its README, a killed server, lost responses and the worker.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { TaskService } from '@task-service/sdk'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { findFreePort } from '../harness/free-port.ts'
import { startLossyProxy } from '../harness/network/lossy-proxy.ts'
import { type PythonProgram, runPython, startPython } from '../harness/python/run-python.ts'
import { type Service, startService } from '../harness/service.ts'
import { until as untilSoon } from '../operate/until.ts'

const root = join(import.meta.dirname, '../..')
const script = join(import.meta.dirname, 'use_client.py')
/** A busy machine takes long to start programs and to send heartbeats. */
const until: typeof untilSoon = (what, ask) => untilSoon(what, ask, 60_000)
/** As generated for the first start. */
let apiKey: string | undefined

let database: TestDatabase
let service: Service
let url: string
let client: TaskService
const programs: PythonProgram[] = []

const start = () =>
  startService({
    databaseUrl: database.url,
    ...(apiKey !== undefined && { apiKey }),
    env: {
      SERVICE_ACP_PORT: new URL(url).port,
      // Streams end by themselves during the test, too.
      SERVICE_ACP_LIMIT_STREAM_DURATION: '2s',
    },
  })

function use(args: readonly string[], env: Record<string, string> = {}): PythonProgram {
  const program = startPython([script, ...args], {
    env: { TASKS_URL: url, TASKS_KEY: apiKey ?? '', ...env },
  })
  programs.push(program)
  return program
}

async function linesOf(program: PythonProgram): Promise<string[]> {
  const { code, stderr } = await program.ended
  assert.equal(code, 0, stderr)
  return program.lines()
}

before(async () => {
  database = await createDatabase()
  url = `http://127.0.0.1:${await findFreePort()}`
  service = await start()
  apiKey = service.apiKey
  client = new TaskService({ url, apiKey })
})

after(async () => {
  // Those of a test that failed would never end.
  for (const { process } of programs) process.kill('SIGKILL')
  await service.stop()
  await database.drop()
})

test('the first example of the README runs', async () => {
  const readme = readFileSync(join(root, 'sdk-python/README.md'), 'utf8')
  const [, code = ''] = /```python\n(.*?)```/s.exec(readme) ?? []
  const env = { TASKS_URL: url, TASKS_KEY: apiKey ?? '' }
  const printed = await runPython(['-c', code], { env })
  assert.match(printed, /^Created T-(\d+)\nT-\1 Water the plants\nT-\1 is completed\n$/)
})

test('applies a request once when every fifth response is lost', async (t) => {
  const proxy = await startLossyProxy(url, 5)
  t.after(() => proxy.close())
  const created = await linesOf(use(['create', 'lost', '2', '10'], { TASKS_URL: proxy.url }))
  const stored = await client.tasks.list({ queue: 'lost' }).toArray()
  assert.deepEqual(stored.map(({ id }) => id).toSorted(), created.toSorted())
  assert.equal(new Set(stored.map(({ title }) => title)).size, 20)
  assert.ok(proxy.lost() >= 4, 'responses were lost')
})

test('creates no duplicates and follows all events when the server is killed', async () => {
  const feed = use(['follow', 'killed', '60'])
  await until('the feed has a position', () => feed.lines().includes('following'))
  const creating = use(['create', 'killed', '4', '15'])
  await until('some are created', () => creating.lines().length >= 15)
  await service.kill()
  service = await start()
  const created = await linesOf(creating)
  const stored = await client.tasks.list({ queue: 'killed' }).toArray()
  assert.equal(stored.length, 60)
  assert.deepEqual(stored.map(({ id }) => id).toSorted(), created.toSorted())
  const lines = await linesOf(feed)
  const seen = lines.filter((line) => line.startsWith('tsk_'))
  assert.deepEqual(seen.toSorted(), created.toSorted())
  assert.match(lines.at(-1) ?? '', /^end \S+/)
})

describe('the worker', () => {
  test('completes, retries, asks, gives up what it lost, and stops at SIGTERM', async () => {
    await client.agents.create({ name: 'python', queues: ['python'] })
    const { token } = await client.agentTokens.create('python')
    const worker = use(['work'], { AGENT_TOKEN: token ?? '' })
    const titles = ['plain', 'checkpoint', 'ask', 'fail', 'move', 'wait'] as const
    const tasks = new Map<string, string>()
    for (const title of titles) {
      tasks.set(title, (await client.tasks.create({ title, queue: 'python' })).id)
    }
    const idOf = (title: (typeof titles)[number]) => tasks.get(title) ?? ''
    const has = (line: string) => worker.lines().includes(line)
    await until('it moves', () => has('begin move 1'))
    await client.tasks.update(idOf('move'), { status: 'canceled' })
    const question = await until('it asks', async () => {
      const { data } = await client.questions.list({ task: idOf('ask'), state: ['open'] })
      return data[0]
    })
    await client.questions.answer(question.id, { answer: true })
    for (const result of [
      'result plain completed',
      'result checkpoint failed',
      'result checkpoint completed',
      'result ask released',
      'result ask completed',
      'result fail failed',
      'result move lost',
      'begin wait 1',
    ]) {
      await until(result, () => has(result))
    }
    worker.process.kill('SIGTERM')
    const lines = await linesOf(worker)
    assert.deepEqual(lines.slice(-3), ['stopped', 'result wait released', 'ended'])
    const resultOf = async (title: (typeof titles)[number]) =>
      (await client.tasks.get(idOf(title))).result
    assert.deepEqual(await resultOf('checkpoint'), { done: 3, attempt: 2 })
    assert.deepEqual(await resultOf('ask'), {
      approved: true,
      pending: 0,
      handoff: 'It is answered',
    })
    assert.equal(await resultOf('move'), null)
    assert.equal((await client.tasks.get(idOf('fail'))).status, 'failed')
    const [waited] = (await client.runs.list({ task: idOf('wait') })).data
    assert.equal(waited?.handoff, 'Stopped early: The worker was stopped')
  })
})
