// What is repeated and what is not, with which key, and what an error says; against a server that fails on purpose.
import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type Receiver, startReceiver } from '../../../tests/harness/network/receiver.ts'
import { TaskService } from '../client.ts'
import { isTaskServiceError } from '../errors.ts'
import type { ClientOptions, RetryInfo } from './request-options.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

const TASK = { id: 'tsk_1' }
const ok: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(TASK))
}
const problem =
  (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  (response) => {
    const type = 'application/problem+json'
    response.writeHead(status, { 'content-type': type, ...headers })
    const body = { type: `/errors/${code}`, title: 'T', status, code, detail: 'D' }
    response.end(JSON.stringify({ ...body, request_id: 'req_1' }))
  }
const cut: Answer = (response) => response.destroy()
const half: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
  response.write('{"id":')
  setTimeout(() => response.destroy(), 10)
}
const stalled: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{')
}

let receiver: Receiver
let answers: Answer[] = []
let requests: IncomingMessage[] = []

before(async () => {
  receiver = await startReceiver((request, response) => {
    requests.push(request)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    answer?.(response, request)
  })
})
after(() => receiver.close())
beforeEach(() => {
  requests = []
})

const connect = (options: Partial<ClientOptions> = {}) =>
  new TaskService({
    url: `http://127.0.0.1:${receiver.port}`,
    apiKey: 'secret-key',
    retry: { baseDelayMs: 1, maxRetries: 3 },
    ...options,
  })
const keysOf = () => requests.map(({ headers }) => headers['idempotency-key'])

const create = () => connect().tasks.create({ title: 'A' })
const claim = () => connect().runs.claim({ agent: 'a' })

describe('a request', () => {
  for (const [name, failure] of Object.entries({
    'a lost connection': cut,
    'half a response': half,
    'an internal error': problem(500, 'internal_error'),
    'an overload': problem(503, 'overloaded'),
    'an unavailable database': problem(503, 'database_unavailable'),
    'a rate limit': problem(429, 'rate_limited'),
    'its first attempt still running': problem(409, 'idempotency_in_flight'),
    'the page of a proxy': (response: ServerResponse) => void response.writeHead(502).end('<html>'),
  })) {
    test(`is repeated with the same key after ${name}`, async () => {
      answers = [failure, failure, ok]
      assert.deepEqual(await create(), TASK)
      assert.equal(requests.length, 3)
      assert.equal(new Set(keysOf()).size, 1)
      assert.match(String(keysOf()[0]), /^sdk-[0-9a-f]{32}$/)
    })
  }

  test('has another key in another call, or that of the caller', async () => {
    answers = [ok]
    await create()
    await create()
    await connect().tasks.create({ title: 'A' }, { idempotencyKey: 'import-7' })
    assert.equal(new Set(keysOf()).size, 3)
    assert.equal(keysOf()[2], 'import-7')
  })

  for (const failure of [
    problem(400, 'invalid_request'),
    problem(401, 'unauthenticated'),
    problem(404, 'task_not_found'),
    problem(409, 'transition_not_allowed'),
    problem(502, 'integration_unreachable'),
  ]) {
    test('is not repeated after an error that would come again', async () => {
      answers = [failure]
      await assert.rejects(create(), { name: 'TaskServiceError', attempts: 1 })
      assert.equal(requests.length, 1)
    })
  }

  test('is repeated without a key only if it was rejected unstarted', async () => {
    answers = [problem(429, 'rate_limited'), problem(503, 'overloaded'), ok]
    assert.deepEqual(await claim(), TASK)
    for (const failure of [cut, problem(500, 'internal_error')]) {
      requests = []
      answers = [failure, ok]
      await assert.rejects(claim(), { attempts: 1 })
      assert.equal(requests.length, 1)
    }
  })

  test('waits as long as Retry-After says, and gives up if there is no time for it', async () => {
    const retries: RetryInfo[] = []
    const onRetry = (retry: RetryInfo) => void retries.push(retry)
    answers = [problem(429, 'rate_limited', { 'retry-after': '1' }), ok]
    await connect({ onRetry }).tasks.get('T-1')
    assert.ok((retries[0]?.delayMs ?? 0) >= 1_000)
    answers = [problem(503, 'overloaded', { 'retry-after': '3600' })]
    await assert.rejects(connect().tasks.get('T-1'), { attempts: 1, retryAfterMs: 3_600_000 })
  })

  test('ends after the last retry with the number of attempts', async () => {
    answers = [problem(500, 'internal_error')]
    await assert.rejects(create(), { code: 'internal_error', status: 500, attempts: 4 })
    requests = []
    const once = connect().tasks.create({ title: 'A' }, { retry: false })
    await assert.rejects(once, { attempts: 1 })
    assert.equal(requests.length, 1)
  })

  test('is deleted, although the first response was lost and the second is not found', async () => {
    answers = [cut, problem(404, 'task_not_found')]
    assert.equal(await connect().tasks.delete('T-1'), undefined)
    answers = [cut, problem(404, 'task_not_found')]
    const response = await connect().request({ method: 'DELETE', path: '/tasks/T-1' })
    assert.equal(response.status, 204)
    answers = [problem(429, 'rate_limited'), problem(404, 'task_not_found')]
    await assert.rejects(connect().tasks.delete('T-1'), { code: 'task_not_found' })
  })

  test('ends with the reason of its signal, also between attempts', async () => {
    const reason = new Error('enough')
    answers = [() => {}]
    await assert.rejects(connect().tasks.get('T-1', { signal: AbortSignal.abort(reason) }), reason)
    assert.equal(requests.length, 0)
    for (const answer of [() => {}, problem(503, 'overloaded', { 'retry-after': '60' })]) {
      answers = [answer]
      const stopping = new AbortController()
      const asked = connect().tasks.get('T-1', { signal: stopping.signal })
      setTimeout(() => stopping.abort(reason), 30)
      await assert.rejects(asked, reason)
    }
  })

  test('has a time limit, for its headers and its body', async () => {
    for (const answer of [() => {}, stalled]) {
      answers = [answer]
      const asked = connect({ timeoutMs: 50, retry: false }).tasks.get('T-1')
      await assert.rejects(asked, { code: 'timeout', status: undefined })
    }
  })
})

describe('the credential', () => {
  test('is an API key or a token, on the paths of each', async () => {
    answers = [ok]
    await connect().tasks.get('T 1/2')
    assert.equal(requests[0]?.url, '/api/tasks/T%201%2F2')
    assert.equal(requests[0]?.headers['x-api-key'], 'secret-key')
    const agent = connect({ apiKey: undefined, agentToken: 'agt_1' })
    await agent.runs.get('run_1')
    assert.equal(requests[1]?.url, '/agent/runs/run_1')
    assert.equal(requests[1]?.headers.authorization, 'Bearer agt_1')
    await assert.rejects(agent.tasks.get('T-1'), /tasks.get does not accept agent tokens/)
    assert.throws(() => connect({ agentToken: 'agt_1' }), /either `apiKey` or `agentToken`/)
  })

  test('is not sent to where a server redirects', async (t) => {
    let strangers = 0
    const stranger = await startReceiver((_, response) => {
      strangers++
      ok(response, _)
    })
    t.after(() => stranger.close())
    const location = `http://127.0.0.1:${stranger.port}/api/tasks`
    answers = [(response) => void response.writeHead(307, { location }).end()]
    await assert.rejects(connect().tasks.get('T-1'), { code: 'unexpected_response', attempts: 1 })
    assert.equal(strangers, 0)
  })

  test('is in no error', async () => {
    answers = [cut]
    const error = await connect({ retry: false })
      .tasks.get('T-1')
      .catch((one: unknown) => one)
    assert.ok(isTaskServiceError(error, 'connection_failed'))
    assert.doesNotMatch(JSON.stringify([error, error.message, String(error.cause)]), /secret-key/)
  })
})

describe('a response', () => {
  test('that is not JSON says so and is not asked again', async () => {
    answers = [(response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('x')]
    const asked = connect().tasks.get('T-1')
    await assert.rejects(asked, /connection|is not JSON but text\/html. `url` must be the base URL/)
    assert.equal(requests.length, 1)
  })

  test('names the page about its error below the base URL', async () => {
    answers = [problem(404, 'task_not_found')]
    const client = connect({ url: `http://127.0.0.1:${receiver.port}/tasks/api/` })
    await assert.rejects(client.tasks.get('T-1'), {
      docsUrl: `http://127.0.0.1:${receiver.port}/errors/task_not_found`,
      requestId: 'req_1',
      message: 'task_not_found: D (tasks.get, request req_1)',
    })
    assert.equal(requests[0]?.url, '/tasks/api/tasks/T-1')
  })

  test('is reported with its headers and the number of attempts', async () => {
    answers = [cut, ok]
    const seen: unknown[] = []
    await connect().tasks.get('T-1', {
      onResponse: ({ operation, status, attempts }) => seen.push({ operation, status, attempts }),
    })
    assert.deepEqual(seen, [{ operation: 'tasks.get', status: 200, attempts: 2 }])
  })
})
