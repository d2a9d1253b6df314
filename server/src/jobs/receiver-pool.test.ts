import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createReceiverPool, type OpenReceiver, type ReceiverHealth } from './receiver-pool.ts'

function openPool() {
  let now = 0
  let notified = 0
  const opened: OpenReceiver[] = []
  const pool = createReceiverPool({
    now: () => now,
    onRoom: () => void (notified += 1),
    onOpen: (receiver) => void opened.push(receiver),
  })
  const running: ((health: ReceiverHealth) => void)[] = []
  let returned = 0
  return {
    /** One by one, as long as they are admitted. */
    submit(count: number, group = 'a') {
      for (let i = 0; i < count; i++) {
        if (!pool.admit(group, 1)) {
          returned += 1
          continue
        }
        pool.submit(group, {
          owner: 'tenant',
          start: () => new Promise((resolve) => running.push(resolve)),
          release: () => void (returned += 1),
        })
      }
    },
    admit: (slots: number, group = 'a') => pool.admit(group, slots),
    leave: (slots: number, group = 'a') => pool.leave(group, slots),
    async end(count: number, health: ReceiverHealth) {
      for (const resolve of running.splice(0, count)) resolve(health)
      await turn()
    },
    pass: (ms: number) => void (now += ms),
    reset: (group: string) => pool.reset(group),
    listOpen: () => pool.listOpen(),
    opened,
    get state() {
      return { running: running.length, returned, notified, blocked: pool.listBlocked() }
    },
  }
}

/** How many are in flight at once after requests of these durations. */
async function limitAfter(...tookMs: number[]): Promise<number> {
  const pool = openPool()
  for (const ms of tookMs) {
    pool.submit(128)
    pool.pass(ms)
    await pool.end(32, 'ok')
  }
  pool.submit(256)
  return pool.state.running
}

describe('receiver pool', () => {
  it('starts as many as the limit, keeps as many waiting and releases the rest', () => {
    const pool = openPool()
    pool.submit(100)
    assert.deepEqual(pool.state, { running: 32, returned: 36, notified: 0, blocked: ['a'] })
  })

  it('notifies when it takes jobs again', async () => {
    const pool = openPool()
    pool.submit(100)
    await pool.end(32, 'ok')
    const { notified, blocked } = pool.state
    assert.deepEqual({ notified, blocked }, { notified: 1, blocked: [] })
  })

  it('reserves slots for jobs being loaded, and releases unused ones', () => {
    const pool = openPool()
    assert.equal(pool.admit(40), true)
    assert.deepEqual([pool.admit(1), pool.state.blocked], [false, ['a']])
    pool.leave(39)
    assert.deepEqual([pool.admit(1), pool.state.notified], [true, 1])
  })

  it('lets more wait for a quick receiver, and no more when it fails', async () => {
    const pool = openPool()
    for (let round = 0; round < 4; round++) {
      pool.submit(32)
      pool.pass(2)
      await pool.end(32, 'ok')
    }
    const { returned } = pool.state
    pool.submit(400)
    assert.equal(pool.state.returned, returned)
    await pool.end(10, 'failing')
    assert.equal(pool.admit(1), false)
  })

  it('raises the limit with successes that are slow by nature, and not under congestion', async () => {
    assert.equal(await limitAfter(2, 2, 2, 2), 32)
    assert.ok((await limitAfter(200, 200, 200, 200)) > 64)
    assert.equal(await limitAfter(2, 200, 200, 200), 32)
  })

  it('does not count hanging requests toward the limit while others succeed', async () => {
    const pool = openPool()
    pool.submit(32)
    pool.pass(50)
    await pool.end(2, 'ok')
    pool.submit(2)
    pool.pass(101)
    assert.equal(pool.state.running, 32)
    pool.submit(20)
    // Thirty hang since before the latest success; the two that began after it may only be slow.
    assert.equal(pool.state.running, 52)
  })

  it('counts hanging requests toward the limit when none succeeds', () => {
    const pool = openPool()
    pool.submit(32)
    pool.pass(10_000)
    pool.submit(20)
    assert.equal(pool.state.running, 32)
  })

  it('lowers the limit with timeouts', async () => {
    const pool = openPool()
    pool.submit(32)
    await pool.end(9, 'timed_out')
    await pool.end(23, 'failing')
    pool.pass(600_000)
    pool.submit(1)
    await pool.end(1, 'ok')
    pool.submit(32)
    assert.ok(pool.state.running < 20, `${pool.state.running} in flight`)
  })

  it('opens the breaker after consecutive failures, longer each time, and tries with one request', async () => {
    const pool = openPool()
    pool.submit(40)
    await pool.end(10, 'failing')
    assert.deepEqual(pool.state.blocked, ['a'])
    await pool.end(30, 'failing')
    pool.pass(1_001)
    pool.submit(3)
    assert.equal(pool.state.running, 1)
    await pool.end(1, 'failing')
    pool.pass(1_001)
    assert.deepEqual(pool.state.blocked, ['a'])
    pool.pass(1_000)
    pool.submit(1)
    await pool.end(1, 'ok')
    assert.deepEqual(pool.state.blocked, [])
  })

  it('reports a breaker that opens, and tries again at once after a reset', async () => {
    const pool = openPool()
    pool.submit(32)
    await pool.end(32, 'failing')
    const open = { group: 'a', owner: 'tenant', openedAt: 0, openMs: 1_000 }
    assert.deepEqual(pool.opened, [open])
    pool.pass(400)
    assert.deepEqual(pool.listOpen(), [{ ...open, openMs: 600 }])
    const { notified } = pool.state
    pool.reset('a')
    pool.reset('b')
    assert.deepEqual([pool.listOpen(), pool.state.blocked], [[], []])
    assert.equal(pool.state.notified, notified + 1)
    pool.submit(3)
    assert.equal(pool.state.running, 1, 'one attempt first')
    await pool.end(1, 'ok')
    pool.submit(32)
    assert.ok(pool.state.running > 1, 'and then the rest')
  })

  it('does not affect other receivers', async () => {
    const pool = openPool()
    pool.submit(100)
    await pool.end(32, 'timed_out')
    pool.submit(1, 'b')
    assert.equal(pool.state.running, 1)
    assert.deepEqual(pool.state.blocked, ['a'])
  })
})

const failing = () => Promise.resolve<ReceiverHealth>('failing')

it('a wall clock that is set back does not keep a circuit breaker open', async (t) => {
  const clock = t.mock.method(Date, 'now', () => 3_600_000)
  const pool = createReceiverPool({ onRoom: () => undefined })
  for (let failures = 0; failures < 10; failures++) {
    assert.ok(pool.admit('a', 1))
    pool.submit('a', { owner: 'tenant', start: failing, release: () => undefined })
    await turn()
  }
  clock.mock.mockImplementation(() => 0)
  const [open] = pool.listOpen()
  assert.ok(open && open.openMs <= 1_000, `open for ${open?.openMs} ms`)
})
