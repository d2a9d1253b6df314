import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createLanes, type Mood } from './lanes.ts'

function openLanes() {
  let now = 0
  let rooms = 0
  const lanes = createLanes({ now: () => now, onRoom: () => void (rooms += 1) })
  const running: ((mood: Mood) => void)[] = []
  let returned = 0
  return {
    /** One by one, as long as there is room. */
    submit(count: number, group = 'a') {
      for (let i = 0; i < count; i++) {
        if (!lanes.admit(group, 1)) {
          returned += 1
          continue
        }
        lanes.submit(group, {
          owner: 'tenant',
          start: () => new Promise((resolve) => running.push(resolve)),
          giveBack: () => void (returned += 1),
        })
      }
    },
    admit: (places: number, group = 'a') => lanes.admit(group, places),
    leave: (places: number, group = 'a') => lanes.leave(group, places),
    async end(count: number, mood: Mood) {
      for (const resolve of running.splice(0, count)) resolve(mood)
      await turn()
    },
    pass: (ms: number) => void (now += ms),
    get state() {
      return { running: running.length, returned, rooms, closed: lanes.listClosed() }
    },
  }
}

/** How many are under way at once when each of those before took so long. */
async function widthAfter(...tookMs: number[]): Promise<number> {
  const lanes = openLanes()
  for (const ms of tookMs) {
    lanes.submit(128)
    lanes.pass(ms)
    await lanes.end(32, 'well')
  }
  lanes.submit(256)
  return lanes.state.running
}

describe('lanes', () => {
  it('start as many as there is room for, keep as many waiting and give the rest back', () => {
    const lanes = openLanes()
    lanes.submit(100)
    assert.deepEqual(lanes.state, { running: 32, returned: 36, rooms: 0, closed: ['a'] })
  })

  it('say when there is room again', async () => {
    const lanes = openLanes()
    lanes.submit(100)
    await lanes.end(32, 'well')
    const { rooms, closed } = lanes.state
    assert.deepEqual({ rooms, closed }, { rooms: 1, closed: [] })
  })

  it('keep places for what is being read, and give up those that are not needed', () => {
    const lanes = openLanes()
    assert.equal(lanes.admit(40), true)
    assert.deepEqual([lanes.admit(1), lanes.state.closed], [false, ['a']])
    lanes.leave(39)
    assert.deepEqual([lanes.admit(1), lanes.state.rooms], [true, 1])
  })

  it('let more wait where answers are quick, and no further when they fail', async () => {
    const lanes = openLanes()
    for (let round = 0; round < 4; round++) {
      lanes.submit(32)
      lanes.pass(2)
      await lanes.end(32, 'well')
    }
    const { returned } = lanes.state
    lanes.submit(400)
    assert.equal(lanes.state.returned, returned)
    await lanes.end(10, 'unwell')
    assert.equal(lanes.admit(1), false)
  })

  it('grow with what goes well where that takes time by nature, and not where it is crowded', async () => {
    assert.equal(await widthAfter(2, 2, 2, 2), 32)
    assert.ok((await widthAfter(200, 200, 200, 200)) > 64)
    assert.equal(await widthAfter(2, 200, 200, 200), 32)
  })

  it('leave the place of what hangs to others while those go well', async () => {
    const lanes = openLanes()
    lanes.submit(32)
    lanes.pass(50)
    await lanes.end(2, 'well')
    lanes.submit(2)
    lanes.pass(101)
    assert.equal(lanes.state.running, 32)
    lanes.submit(20)
    // Thirty hang since before the latest success; the two that began after it may only be slow.
    assert.equal(lanes.state.running, 52)
  })

  it('keep the place of what hangs where nothing goes well', () => {
    const lanes = openLanes()
    lanes.submit(32)
    lanes.pass(10_000)
    lanes.submit(20)
    assert.equal(lanes.state.running, 32)
  })

  it('shrink with what gets stuck', async () => {
    const lanes = openLanes()
    lanes.submit(32)
    await lanes.end(9, 'stuck')
    await lanes.end(23, 'unwell')
    lanes.pass(600_000)
    lanes.submit(1)
    await lanes.end(1, 'well')
    lanes.submit(32)
    assert.ok(lanes.state.running < 20, `${lanes.state.running} under way`)
  })

  it('close after failures in a row, longer each time, and try with one', async () => {
    const lanes = openLanes()
    lanes.submit(40)
    await lanes.end(10, 'unwell')
    assert.deepEqual(lanes.state.closed, ['a'])
    await lanes.end(30, 'unwell')
    lanes.pass(1_001)
    lanes.submit(3)
    assert.equal(lanes.state.running, 1)
    await lanes.end(1, 'unwell')
    lanes.pass(1_001)
    assert.deepEqual(lanes.state.closed, ['a'])
    lanes.pass(1_000)
    lanes.submit(1)
    await lanes.end(1, 'well')
    assert.deepEqual(lanes.state.closed, [])
  })

  it('leave other receivers alone', async () => {
    const lanes = openLanes()
    lanes.submit(100)
    await lanes.end(32, 'stuck')
    lanes.submit(1, 'b')
    assert.equal(lanes.state.running, 1)
    assert.deepEqual(lanes.state.closed, ['a'])
  })
})
