// The helper that route tests stand on must itself turn red: on an answer outside the contract, on a case that never
// met its status, and on an error code that no case has met.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { checkAnswer, findOperation, type RawAnswer } from './harness/answer-check.ts'

const ping: RawAnswer = {
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'r' },
  text: '{"status":"ok","tenant":"t","version":"1","time":"2026-01-01T00:00:00.000Z"}',
}
const problem = {
  type: '/errors/task_not_found',
  title: 'Task not found',
  status: 404,
  code: 'task_not_found',
  detail: 'x',
  request_id: 'r',
}
const missing: RawAnswer = {
  status: 404,
  headers: { 'content-type': 'application/problem+json; charset=utf-8', 'x-request-id': 'r' },
  text: JSON.stringify(problem),
}
const withBody = (change: object): RawAnswer => ({
  ...missing,
  text: JSON.stringify({ ...problem, ...change }),
})

describe('an answer', () => {
  test('that obeys the contract passes', () => {
    checkAnswer('system.ping', ping)
    checkAnswer('tasks.get', missing)
  })

  const faults: Record<string, [answer: RawAnswer, id: 'system.ping' | 'tasks.get', says: RegExp]> =
    {
      'with an undeclared status': [{ ...ping, status: 202 }, 'system.ping', /not declared/],
      'without a field': [{ ...ping, text: '{"status":"ok"}' }, 'system.ping', /breaks its schema/],
      'with a field too many': [
        { ...ping, text: ping.text.replace('{', '{"secret":1,') },
        'system.ping',
        /breaks its schema/,
      ],
      'with another kind of time': [
        { ...ping, text: ping.text.replace('.000Z', '+01:00') },
        'system.ping',
        /breaks its schema/,
      ],
      'without a request id': [{ ...ping, headers: {} }, 'system.ping', /X-Request-Id/],
      'that is a task without its ETag': [{ ...ping, text: '{}' }, 'tasks.get', /lacks ETag/],
      'with a code the operation does not declare': [missing, 'system.ping', /task_not_found/],
      'with a code outside the catalog': [withBody({ code: 'oops' }), 'tasks.get', /schema/],
      'with the status of another code': [
        { ...missing, status: 409 },
        'tasks.get',
        /not the status/,
      ],
      'with another status in its body': [withBody({ status: 400 }), 'tasks.get', /another status/],
      'that leaks a cause': [withBody({ cause: 'x' }), 'tasks.get', /schema/],
      'that is a problem in plain JSON': [
        { ...missing, headers: ping.headers },
        'tasks.get',
        /problem\+json/,
      ],
    }
  for (const [what, [answer, id, says]] of Object.entries(faults)) {
    test(`${what} is refused`, () => assert.throws(() => checkAnswer(id, answer), says))
  }

  test('belongs to the operation whose fixed path it has', () => {
    assert.equal(findOperation('POST', '/api/tasks/bulk'), 'tasks.bulk')
    assert.equal(findOperation('GET', '/api/tasks/bulk'), undefined)
    assert.equal(findOperation('GET', '/api/tasks/T-1?x=1'), 'tasks.get')
    assert.equal(findOperation('GET', '/api/nothing'), undefined)
  })
})

const helper = join(import.meta.dirname, 'harness/describe-operation.ts')

/** What the runner prints about a test file of these cases. */
async function run(cases: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'describe-operation-'))
  try {
    const file = join(folder, 'planted.test.ts')
    writeFileSync(
      file,
      `import { describeOperation } from ${JSON.stringify(helper)}\n
       const meet = (task) => async ({ call }) => void (await call({ params: { task } }))
       const find = async ({ client, call }) => call({ params: { task: (await client.create()).id } })
       describeOperation('tasks.get', ${cases})`,
    )
    // Otherwise the runner inside takes itself for a part of the one outside and prints for it.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const args = ['--test', '--test-reporter=tap', file]
    return await new Promise((resolve) => {
      execFile(process.execPath, args, { env }, (_error, stdout) => resolve(stdout))
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('a description', () => {
  test('passes when every status and code was met', async () => {
    const output = await run(`{ 200: find, 400: meet('x'), 404: meet('T-1') }`)
    assert.match(output, /# pass 3\n# fail 0/)
  })

  test('fails when a case never met its status', async () => {
    const output = await run(`{ 200: meet('T-1'), 400: meet('x'), 404: meet('T-1') }`)
    assert.match(output, /never answered 200, only 404/)
  })

  test('fails when no case met a declared code', async () => {
    const output = await run(`{ 200: find, 400: meet('x') }`)
    assert.match(output, /tasks\.get declares codes that no case has met/)
  })
})
