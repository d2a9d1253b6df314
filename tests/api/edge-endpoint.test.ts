// Connectors at `/edge/…`: tokens, sessions and frames, each valid once and only for its connector.
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { EdgeResultTaken, Polled } from '@task-service/contract'
import type { ApiClient } from '../harness/api-client.ts'
import { newConnector, newEdge, transportOf } from '../harness/edge/new-connector.ts'
import { type EdgeFrame, makeKey, resultOf, TestEdge } from '../harness/edge/test-edge.ts'
import { auditOf, eventsOf, uuidOf } from '../harness/history.ts'
import { inspect, newTenant } from '../harness/test-api.ts'

let client: ApiClient

beforeEach(async () => {
  client = await newTenant()
})

async function stateOf(connector: string): Promise<string> {
  return (await client.call('connectors.get', { params: { connector } })).body.state
}

async function statusOf(edge: TestEdge, frame: EdgeFrame): Promise<number> {
  return (await edge.send(frame)).status
}

/** To the byte, but for the id of the request. */
async function refusalOf(edge: TestEdge, frame: EdgeFrame): Promise<string> {
  const { status, text } = await edge.send(frame)
  assert.equal(status, 401)
  return text.replace(/"request_id":"[^"]*"/, '')
}

describe('enrollment', () => {
  test('a token is good once, and the event says that it was used', async () => {
    const { id, enrolment_token: token = '' } = await newConnector(client)
    const first = new TestEdge(transportOf(client))
    assert.equal((await first.enroll(token)).status, 200)
    assert.equal(await statusOf(first, new TestEdge(first.send).enrollFrame(token)), 401)
    assert.equal((await first.open()).status, 200, 'the first key is the one that counts')
    const [event] = await eventsOf(id)
    assert.deepEqual([event?.type, event?.actor], ['connector.enrolled', `system:${id}`])
  })

  test('of many at once one is right', async () => {
    const { enrolment_token: token = '' } = await newConnector(client)
    const edges = Array.from({ length: 20 }, () => new TestEdge(transportOf(client)))
    const answers = await Promise.all(edges.map((edge) => edge.enroll(token)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  })

  test('a token is too old after its time, and of no use to another tenant', async () => {
    const old = await newConnector(client)
    await inspect(`update connectors set enrolment_expires_at = now() where id = $1`, [
      uuidOf(old.id),
    ])
    const edge = new TestEdge(transportOf(client))
    assert.equal((await edge.enroll(old.enrolment_token ?? '')).status, 401)
    const { enrolment_token: token = '' } = await newConnector(client)
    const elsewhere = new TestEdge(transportOf(await newTenant()))
    assert.equal((await elsewhere.enroll(token)).status, 401)
    assert.equal((await edge.enroll(token)).status, 200, 'it is valid in its own tenant')
  })

  test('a key cannot be enrolled without its private half', async () => {
    const { enrolment_token: token = '' } = await newConnector(client)
    const edge = new TestEdge(transportOf(client))
    const frame = edge.enrollFrame(token)
    const body = { ...(JSON.parse(frame.body) as object), public_key: makeKey().publicKey }
    assert.equal(await statusOf(edge, { ...frame, body: JSON.stringify(body) }), 401)
    assert.equal((await edge.enroll(token)).status, 200, 'the token was not used up')
  })
})

describe('a session', () => {
  test('ends the one before', async () => {
    const { edge } = await newEdge(client)
    const before = edge.copy()
    assert.equal((await edge.open()).status, 200)
    assert.equal((await before.poll()).status, 401)
    assert.equal((await edge.poll()).status, 200)
  })

  test('a challenge is good once, and for the connector it was made for', async () => {
    const { edge } = await newEdge(client)
    const other = (await newEdge(client)).edge
    const challenge = await edge.challenge()
    assert.equal(await statusOf(other, await other.sessionFrame(challenge)), 401)
    const frame = await edge.sessionFrame(challenge)
    edge.takeSession(await edge.send(frame))
    assert.equal(await statusOf(edge, frame), 401, 'the same again')
    assert.equal(await statusOf(edge, await edge.sessionFrame(challenge)), 401, 'signed again')
    assert.equal(await stateOf(edge.connector), 'online', 'the connector is not frozen')
    assert.equal((await edge.poll()).status, 200, 'the session continues')
  })

  test('one whose answer was lost is opened again with what it had', async () => {
    const { edge } = await newEdge(client)
    assert.equal(await statusOf(edge, await edge.sessionFrame()), 200)
    assert.equal(await statusOf(edge, await edge.sessionFrame()), 200, 'lost twice')
    assert.equal((await edge.open()).status, 200)
    assert.equal((await edge.poll()).status, 200)
    assert.equal((await edge.open()).status, 200)
  })

  test('is over after its time, and a key is too', async () => {
    const { edge } = await newEdge(client)
    const id = uuidOf(edge.connector)
    await inspect('update connectors set session_expires_at = now() where id = $1', [id])
    assert.equal((await edge.poll()).status, 401)
    assert.equal((await edge.open()).status, 200)
    await inspect('update connectors set key_expires_at = now() where id = $1', [id])
    assert.equal((await edge.poll()).status, 401)
    assert.equal((await edge.open()).status, 401)
  })

  test('an unknown connector gets a challenge like any other, and nothing else', async () => {
    const { edge } = await newEdge(client)
    const unknown = edge.copy()
    unknown.connector = `con_${'0'.repeat(32)}`
    assert.equal((await unknown.challenge()).length, 43)
    assert.equal(await statusOf(unknown, await unknown.sessionFrame()), 401)
  })
})

async function assertFrozen(edge: TestEdge, copy: TestEdge): Promise<void> {
  assert.equal(await stateOf(edge.connector), 'frozen')
  for (const one of [edge, copy]) {
    assert.equal((await one.poll()).status, 401)
    assert.equal((await one.open()).status, 401)
  }
  const events = await eventsOf(edge.connector)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['connector.enrolled', 'connector.frozen'],
  )
  assert.equal((await auditOf(edge.connector)).at(-1)?.action, 'connector.frozen')
}

describe('a copy of the key', () => {
  test('that is used after the original opened a session is detected immediately', async () => {
    const { edge } = await newEdge(client)
    const copy = edge.copy()
    await edge.open()
    await edge.poll()
    assert.equal((await copy.open()).status, 401)
    await assertFrozen(edge, copy)
  })

  test('that is used before the original is detected when the original is used', async () => {
    const { edge } = await newEdge(client)
    const copy = edge.copy()
    assert.equal((await copy.open()).status, 200)
    assert.equal((await copy.poll()).status, 200)
    assert.equal((await edge.poll()).status, 401)
    assert.equal((await edge.open()).status, 401)
    await assertFrozen(edge, copy)
  })

  test('that opens sessions without using them is noticed as well', async () => {
    const { edge } = await newEdge(client)
    const copy = edge.copy()
    assert.equal((await copy.open()).status, 200)
    assert.equal((await edge.open()).status, 200, 'as if its answer had been lost')
    assert.equal((await copy.open()).status, 401)
    await assertFrozen(edge, copy)
  })

  test('control: without a copy the same steps freeze nothing', async () => {
    const { edge } = await newEdge(client)
    await edge.open()
    await edge.poll()
    await edge.open()
    assert.equal(await stateOf(edge.connector), 'online')
  })

  test('a new token lets the one in that has it, with a new key', async () => {
    const { edge } = await newEdge(client)
    const copy = edge.copy()
    await edge.open()
    await edge.poll()
    await copy.open()
    const params = { connector: edge.connector }
    const { body } = await client.call('connectors.enrol', { params })
    const next = new TestEdge(edge.send)
    await next.enroll(body.enrolment_token ?? '')
    assert.equal((await next.open()).status, 200)
    assert.equal((await copy.open()).status, 401)
    assert.equal(await stateOf(edge.connector), 'online', 'an old key does not freeze it')
  })
})

const header = ({ headers }: EdgeFrame): string[] => headers['authorization']?.split(' ') ?? []

describe('a frame', () => {
  test('is good once, whatever became of its answer', async () => {
    const { edge } = await newEdge(client)
    const frames = [edge.announceFrame(), edge.pollFrame()]
    for (const frame of frames) assert.equal(await statusOf(edge, frame), 200)
    for (const frame of frames) assert.equal(await statusOf(edge, frame), 401)
    const [older, newer] = [edge.pollFrame(), edge.pollFrame()]
    assert.equal(await statusOf(edge, newer), 200)
    assert.equal(await statusOf(edge, older), 401, 'one that was overtaken')
    assert.equal(
      await statusOf(edge, edge.announceFrame()),
      200,
      'the other lane counts for itself',
    )
  })

  test('nothing of it can be exchanged', async () => {
    const { edge } = await newEdge(client)
    const other = (await newEdge(client)).edge
    const fresh = () => edge.frame('POST', '/edge/announce', { a: 1 })
    const exchanged: ((frame: EdgeFrame) => EdgeFrame)[] = [
      (frame) => ({ ...frame, body: `${frame.body} ` }),
      (frame) => ({ ...frame, path: '/edge/rotate' }),
      (frame) => ({ ...frame, path: '/edge/announce?x=1' }),
      ...[other.session, 'poll', '77', 'A'.repeat(86)].map((value, index) => (frame: EdgeFrame) => {
        const authorization = header(frame)
          .with(index + 1, value)
          .join(' ')
        return { ...frame, headers: { ...frame.headers, authorization } }
      }),
      (frame) => ({ ...frame, headers: {} }),
    ]
    for (const exchange of exchanged) {
      assert.equal(await statusOf(edge, exchange(fresh())), 401)
    }
    assert.equal(await statusOf(edge, fresh()), 400, 'control: as it was it is let in, and read')
  })

  test('is refused in one way, whatever is wrong with it', async () => {
    const { edge } = await newEdge(client)
    const frame = edge.pollFrame()
    await edge.send(frame)
    const replayed = await refusalOf(edge, frame)
    const foreign = new TestEdge(transportOf(await newTenant()))
    const { session, key } = edge
    assert.equal(
      await refusalOf(foreign, Object.assign(foreign, { session, key }).pollFrame()),
      replayed,
    )
    assert.equal(
      await refusalOf(edge, new TestEdge(edge.send).enrollFrame('cnt_nothing')),
      replayed,
    )
    edge.key = makeKey()
    assert.equal(await refusalOf(edge, edge.pollFrame()), replayed)
    assert.equal(await refusalOf(edge, await edge.sessionFrame()), replayed)
    assert.equal(await stateOf(edge.connector), 'online', 'an unknown key does not freeze it')
  })

  test('has a schema, and bytes that are text', async () => {
    const { edge } = await newEdge(client)
    const bodies = ['', '{', '[]', '{"wait_ms":0}', '{"\\u0000":1}']
    for (const body of bodies) {
      assert.equal(await statusOf(edge, edge.frame('POST', '/edge/poll', body)), 400, body)
    }
    const huge = edge.frame('POST', '/edge/poll', 'x'.repeat(2 ** 20 + 1))
    assert.equal(await statusOf(edge, huge), 413)
    assert.equal(await statusOf(edge, edge.frame('POST', '/edge/nothing', {})), 404)
  })
})

describe('a new key', () => {
  test('takes the place of the old one in the middle of a session', async () => {
    const { edge } = await newEdge(client)
    const params = { connector: edge.connector }
    await client.call('connectors.rotate', { params })
    const [old, next] = [edge.key, makeKey()]
    assert.equal(await statusOf(edge, edge.rotateFrame(next)), 200)
    assert.equal((await edge.poll()).status, 401, 'the old one')
    edge.key = next
    const { wishes } = JSON.parse((await edge.poll()).text) as Polled
    assert.equal(wishes.rotate, false)
    edge.key = old
    assert.equal((await edge.open()).status, 401)
    assert.equal(await stateOf(edge.connector), 'online')
    edge.key = next
    assert.equal((await edge.open()).status, 200)
    assert.equal((await auditOf(edge.connector)).at(-1)?.action, 'connector.key_rotated')
  })

  test('has to sign for itself', async () => {
    const { edge } = await newEdge(client)
    const frame = edge.rotateFrame(makeKey())
    const words = { ...(JSON.parse(frame.body) as object), public_key: makeKey().publicKey }
    assert.equal(await statusOf(edge, edge.frame('POST', '/edge/rotate', words)), 401)
    assert.equal((await edge.poll()).status, 200)
  })
})

describe('a poll that waits', () => {
  const WAIT = { wait_ms: 20_000 }

  /** Resolves when the poll waits: its lag is stored right before that. */
  async function waiting(): Promise<{ edge: TestEdge; answer: ReturnType<TestEdge['poll']> }> {
    const { edge } = await newEdge(client)
    await edge.send(edge.announceFrame())
    return { edge, ...(await held(edge)) }
  }

  async function held(edge: TestEdge, lag = 7): Promise<{ answer: ReturnType<TestEdge['poll']> }> {
    const answer = edge.poll({ ...WAIT, lag_ms: lag })
    const params = { connector: edge.connector }
    for (;;) {
      if ((await client.call('connectors.get', { params })).body.lag_ms === lag) return { answer }
    }
  }

  test('is ended when the key is taken back', async () => {
    const { edge, answer } = await waiting()
    const startedAt = performance.now()
    await client.call('connectors.revoke', { params: { connector: edge.connector } })
    assert.equal((await answer).status, 401)
    assert.ok(performance.now() - startedAt < 2_000)
  })

  test('is ended when a session takes its place, the connector is frozen or removed', async () => {
    const ends: ((edge: TestEdge) => Promise<unknown>)[] = [
      (edge) => edge.copy().open(),
      (edge) =>
        inspect('update connectors set frozen_at = now() where id = $1', [uuidOf(edge.connector)]),
      (edge) => client.call('connectors.remove', { params: { connector: edge.connector } }),
    ]
    for (const end of ends) {
      const { edge, answer } = await waiting()
      await end(edge)
      assert.equal((await answer).status, 401)
    }
  })

  test('reports a pause, and hands out nothing until it is over', async () => {
    const { edge, answer } = await waiting()
    const params = { connector: edge.connector }
    await client.call('connectors.drain', { params })
    assert.equal((JSON.parse((await answer).text) as Polled).wishes.drain, true)
    const { answer: next } = await held(edge, 8)
    const body = { database: 'erp', statement: 'open', wait_seconds: 0 }
    const { body: job } = await client.call('connectors.run', { params, body })
    await client.call('connectors.change', { params, body: { paused: false } })
    const resumed = JSON.parse((await next).text) as Polled
    const jobs = resumed.jobs.length > 0 ? resumed.jobs : await edge.jobs(WAIT)
    assert.deepEqual(
      jobs.map(({ job: id }) => id),
      [job.id],
    )
  })
})

test('what came in twice was counted once, and said so', async () => {
  const { edge } = await newEdge(client)
  const params = { connector: edge.connector }
  const body = { database: 'erp', statement: 'open', wait_seconds: 0 }
  await client.call('connectors.run', { params, body })
  const [order] = await edge.jobs()
  const taken = async () => {
    const answer = await edge.result(order?.job ?? '', resultOf([[1]]))
    return (JSON.parse(answer.text) as EdgeResultTaken).taken
  }
  assert.deepEqual([await taken(), await taken()], ['now', 'again'])
})
