// The emulator as a process: killed in the middle of its work it comes back, at the same address, with what it had answered.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { seed } from './world.ts'

async function start(
  port: string,
  journal: string,
): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), port, journal], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer] // its first words
  return { child, origin: line.toString().trim() }
}

test('a killed emulator comes back as it was', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'task-service-github-'))
  t.after(() => rmSync(dir, { recursive: true }))
  const journal = join(dir, 'journal')
  const issues = `/repos/${seed.owner}/${seed.repo}/issues`
  const headers = { authorization: `Bearer ${seed.token}` }

  const first = await start('0', journal)
  const made = await fetch(`${first.origin}${issues}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ title: 'Kept', labels: ['a'] }),
  })
  assert.equal(made.status, 201)
  const control = await fetch(`${first.origin}/_control/createComment`, {
    method: 'POST',
    body: JSON.stringify({ number: 1, body: 'also kept' }),
  })
  assert.equal(control.status, 200)
  await fetch(`${first.origin}${issues}`, { method: 'POST', headers, body: '{"strange":1}' })
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  appendFileSync(journal, '{"table":"issues","key":"2","row":{"num')

  const second = await start(new URL(first.origin).port, journal)
  t.after(() => second.child.kill('SIGKILL'))
  assert.equal(second.origin, first.origin)
  const listed = (await (await fetch(`${second.origin}${issues}`, { headers })).json()) as {
    number: number
    comments: number
  }[] // GitHub's list
  assert.deepEqual(
    listed.map(({ number, comments }) => [number, comments]),
    [[1, 1]],
  )
  const violations = await fetch(`${second.origin}/_control/listViolations`, { method: 'POST' })
  assert.equal(((await violations.json()) as []).length, 1, 'what it had against a request')
  await fetch(`${second.origin}${issues}`, { method: 'POST', headers, body: '{"title":"Next"}' })
  second.child.kill('SIGKILL')
  await once(second.child, 'exit')
  const third = await start(new URL(first.origin).port, journal)
  t.after(() => third.child.kill('SIGKILL'))
  const all = await fetch(`${third.origin}${issues}`, { headers })
  assert.equal(((await all.json()) as []).length, 2, 'half a line spoils none after it')
})
