// Events that were set aside: tenants that are behind do not delay each other, and a round has a limit in bytes.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import {
  type DispatchScene,
  openDispatchScene,
} from '../../../../../../tests/harness/webhooks/dispatch-scene.ts'
import { uuidv7 } from '../../../../lib/uuid.ts'
import { ROUND_BYTES, ROUND_TENANTS } from '../slice-sizes.ts'
import { SHARE_ROWS } from '../store/new-events.ts'
import { type DispatchParts, type DispatchSizes, newSizes } from './dispatch.ts'

const textOf = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes) })

/** Of each round: its events by tenant, and their bytes together. */
type Round = { counts: Map<string, number>; bytes: number }

describe('events that were set aside', () => {
  let scene: DispatchScene
  before(async () => void (scene = await openDispatchScene()))
  afterEach(() => scene.runAll(scene.newProcess()))
  after(() => scene.stop())

  /** In the order of their IDs, in which they have their turns. */
  async function newTenants(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, uuidv7)
    for (const id of ids) await scene.addWebhook(id)
    return ids
  }

  function record(): { parts: DispatchParts; sizes: DispatchSizes; rounds: Round[] } {
    const rounds: Round[] = []
    const consume: NonNullable<DispatchParts['consumers']>[number] = async (_, events) => {
      const counts = Map.groupBy(events, (event) => event.tenant_id)
      rounds.push({
        counts: new Map([...counts].map(([id, ones]) => [id, ones.length])),
        bytes: events.reduce((sum, { bytes }) => sum + bytes, 0),
      })
    }
    const sizes = newSizes()
    // How many tenants a round has must not depend on the machine.
    sizes.now = () => 0
    return { parts: { ...scene.newProcess(), sizes, consumers: [consume] }, sizes, rounds }
  }

  async function setAside(parts: DispatchParts, rounds: Round[]): Promise<void> {
    while ((await scene.runNew(parts)).isFull);
    rounds.length = 0
  }

  it('of a tenant with small ones are dispatched within few rounds beside large ones of another', async () => {
    const [large, small] = (await newTenants(2)) as [string, string] // two were created
    const { parts, rounds } = record()
    await scene.addEvents(scene.admin, large, 40, textOf(1_000_000))
    const ids = await scene.addEvents(scene.admin, small, SHARE_ROWS + 700, textOf(1_000))
    await setAside(parts, rounds)
    for (let round = 0; round < 4; round++) await scene.runRest(parts)
    const done = await scene.dispatched(small)
    assert.equal(done.length, ids.length)
    assert.deepEqual(done, ids)
    assert.ok(rounds.every(({ counts }) => (counts.get(large) ?? 0) > 0))
  })

  it('of a tenant are dispatched within few rounds, however slow these are', async () => {
    const tenants = await newTenants(2)
    const { parts, sizes, rounds } = record()
    for (const id of tenants) await scene.addEvents(scene.admin, id, SHARE_ROWS + 256 * 3)
    await setAside(parts, rounds)
    sizes.sharing.targetMs = () => 0
    for (let round = 0; round < 3; round++) await scene.runRest(parts)
    for (const id of tenants) {
      assert.equal((await scene.dispatched(id)).length, SHARE_ROWS + 256 * 3)
    }
  })

  it('of many tenants are dispatched in turn, once and in order', async () => {
    const tenants = await newTenants(ROUND_TENANTS + 2)
    const { parts, rounds } = record()
    const added = new Map<string, string[]>()
    for (const id of tenants) {
      added.set(id, await scene.addEvents(scene.admin, id, SHARE_ROWS + 400))
    }
    await setAside(parts, rounds)
    await scene.runAll(parts)
    assert.deepEqual(
      rounds.slice(0, 2).map(({ counts }) => [...counts]),
      [
        tenants.slice(0, 4).map((id) => [id, 256]),
        [...tenants.slice(4), ...tenants.slice(0, 2)].map((id, place) => [
          id,
          place < 2 ? 256 : 144,
        ]),
      ],
    )
    for (const [id, ids] of added) assert.deepEqual(await scene.dispatched(id), ids)
  })

  it('have at most 4 MiB of content in a round, or one event that is larger', async () => {
    const tenants = await newTenants(ROUND_TENANTS * 2)
    const { parts, rounds } = record()
    const added = new Map<string, string[]>()
    for (const [place, id] of tenants.entries()) {
      const ids = await scene.addEvents(
        scene.admin,
        id,
        4,
        textOf(place % 3 === 0 ? 900_000 : 1_500_000),
      )
      added.set(id, ids)
    }
    const huge = tenants[2] ?? ''
    added.get(huge)?.push(...(await scene.addEvents(scene.admin, huge, 1, textOf(20_000_000))))
    await setAside(parts, rounds)
    await scene.runAll(parts)
    const overLimit = rounds.filter(({ bytes }) => bytes > ROUND_BYTES)
    assert.deepEqual(
      overLimit.map(({ counts }) => [...counts]),
      [[[huge, 1]]],
    )
    assert.ok(rounds.some(({ counts }) => counts.size > 1))
    for (const [id, ids] of added) assert.deepEqual(await scene.dispatched(id), ids)
  })
})
