// The program in docs/guide/events.md, run as it stands there: every event once, also after it was stopped.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { type Service, startService } from '../harness/service.ts'
import { send } from './send.ts'
import { until } from './until.ts'

const guide = join(import.meta.dirname, '../../docs/guide/events.md')
const folder = mkdtempSync(join(tmpdir(), 'events-guide-'))
let database: TestDatabase
let service: Service

before(async () => {
  database = await createDatabase()
  service = await startService({ databaseUrl: database.url })
  const [, program = ''] = /```js\n(.*?)```/s.exec(readFileSync(guide, 'utf8')) ?? []
  writeFileSync(join(folder, 'follow.mjs'), program)
})

after(async () => {
  await service.kill()
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function create(): Promise<string> {
  const headers = { 'x-api-key': service.apiKey }
  const body = { title: 'Followed' }
  const answer = await send(`${service.url}/api/tasks`, { method: 'POST', headers, body })
  return String(answer.json()['id'])
}

type Place = { url: string; key: string; cursorFile?: string }

function start({ url, key, cursorFile = 'cursor.txt' }: Place) {
  const env = { TASKS_URL: url, TASKS_KEY: key, CURSOR_FILE: cursorFile }
  return spawn(process.execPath, ['follow.mjs'], { cwd: folder, env })
}

/** Runs it until it has printed so many lines. */
async function follow(lines: number, place?: Place): Promise<string[]> {
  const child = start(place ?? { url: service.url, key: service.apiKey })
  child.stderr.pipe(process.stderr)
  const exited = once(child, 'exit')
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => void (printed += chunk.toString()))
  await until('it has printed them', () => printed.split('\n').length > lines)
  // It prints before it keeps its place, and a kill in between would have it print the same again.
  await sleep(100)
  child.kill()
  await exited
  return printed.trimEnd().split('\n')
}

test('the program of the guide prints every event once, and resumes where it stopped', async () => {
  const ids = [await create(), await create()]
  assert.deepEqual(await follow(2), [`task.created ${ids[0]}`, `task.created ${ids[1]}`])
  const next = await create()
  assert.deepEqual(await follow(1), [`task.created ${next}`])
})

test('it stops with the error when the key is wrong', async () => {
  const child = start({ url: service.url, key: 'wrong', cursorFile: 'none.txt' })
  let printed = ''
  child.stderr.on('data', (chunk: Buffer) => void (printed += chunk.toString()))
  const [code] = await once(child, 'exit')
  assert.notEqual(code, 0)
  assert.match(printed, /unauthenticated/)
})

test('it retries 429 and 5xx', async () => {
  const statuses = [429, 503, 500]
  const page = { data: [{ type: 'task.created', data: { id: 'tsk_1' } }], next_cursor: 'c' }
  const server = createServer((_request, response) => {
    const status = statuses.shift() ?? 200
    response.writeHead(status, { 'retry-after': '0' })
    response.end(JSON.stringify({ ...page, has_more: false }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  const place = { url: `http://127.0.0.1:${port}`, key: 'k', cursorFile: 'other.txt' }
  assert.deepEqual(await follow(1, place), ['task.created tsk_1'])
  server.close()
})
