// The program in docs/guide/events.md, run as it stands there: every event once, also after it was stopped.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** Runs it until it has printed so many lines. */
async function follow(lines: number): Promise<string[]> {
  const child = spawn(process.execPath, ['follow.mjs'], {
    cwd: folder,
    env: { TASKS_URL: service.url, TASKS_KEY: service.apiKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
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
