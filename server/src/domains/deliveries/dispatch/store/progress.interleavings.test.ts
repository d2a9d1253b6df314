// Transactions that begin, write, commit and abort in any order, with two dispatching processes: each committed event is
// dispatched once, and none of an aborted one.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from 'pg'
import {
  type SeededRandom,
  seededRandom,
} from '../../../../../../tests/harness/random/seeded-random.ts'
import {
  type DispatchScene,
  openDispatchScene,
} from '../../../../../../tests/harness/webhooks/dispatch-scene.ts'
import { uuidv7 } from '../../../../lib/uuid.ts'
import type { DispatchParts } from '../service/dispatch.ts'

const STEPS = 150
const WRITERS = 6
const TENANTS = 3
/** The last two exceed a share, and the size of a round. */
const SIZES = [1, 2, 5, 20, 150, 1_100] as const

type Written = { tenantId: string; ids: string[] }
type Writer = { client: Client; isOpen: boolean; written: Written[] }
type World = {
  scene: DispatchScene
  random: SeededRandom
  tenants: [string, ...string[]]
  writers: [Writer, ...Writer[]]
  processes: [DispatchParts, ...DispatchParts[]]
  committed: Written[]
}

async function openWorld(scene: DispatchScene, seed: number): Promise<World> {
  const tenants = Array.from({ length: TENANTS }, () => uuidv7())
  for (const tenant of tenants) await scene.addWebhook(tenant)
  const writers: Writer[] = []
  for (let count = 0; count < WRITERS; count++) {
    writers.push({ client: await scene.connect(), isOpen: false, written: [] })
  }
  return {
    scene,
    random: seededRandom(seed, 'interleavings'),
    tenants: tenants as World['tenants'], // there are some
    writers: writers as World['writers'], // there are some
    processes: [scene.newProcess(), scene.newProcess()],
    committed: [],
  }
}

async function write({ scene, random, tenants, writers }: World): Promise<void> {
  const writer = random.pick(writers)
  if (!writer.isOpen) await writer.client.query('begin')
  writer.isOpen = true
  const tenantId = random.pick(tenants)
  const ids = await scene.addEvents(writer.client, tenantId, random.pick(SIZES))
  writer.written.push({ tenantId, ids })
}

async function end({ random, writers, committed }: World, writer = random.pick(writers)) {
  if (!writer.isOpen) return
  const isCommitted = random.next() < 0.7
  await writer.client.query(isCommitted ? 'commit' : 'rollback')
  if (isCommitted) committed.push(...writer.written)
  writer.isOpen = false
  writer.written = []
}

/** Both loops of both processes concurrently, or one of them, or one that fails at the end. */
async function dispatch({ scene, random, processes }: World): Promise<void> {
  const parts = random.pick(processes)
  const broken = { ...parts, matching: { ...parts.matching, wants: () => assert.fail('broken') } }
  await random.pick([
    () => scene.runNew(parts),
    () => scene.runNew(parts),
    () => scene.runRest(parts),
    () => Promise.all(processes.flatMap((one) => [scene.runNew(one), scene.runRest(one)])),
    () => scene.runNew(broken).catch((error: unknown) => assert.match(String(error), /broken/)),
    () => scene.runRest(broken).catch((error: unknown) => assert.match(String(error), /broken/)),
  ])()
}

/** Events of one tenant and transaction are in the order in which they were written. */
function assertInOrder(dispatched: readonly string[], ids: readonly string[]): void {
  const place = new Map(dispatched.map((id, index) => [id, index]))
  const places = ids.map((id) => place.get(id) ?? -1)
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
}

describe('any order of transactions and rounds', () => {
  let scene: DispatchScene
  before(async () => void (scene = await openDispatchScene()))
  after(() => scene.stop())

  for (const seed of [1, 2, 3, 4]) {
    it(`dispatches each committed event once (seed ${seed})`, async () => {
      const world = await openWorld(scene, seed)
      for (let step = 0; step < STEPS; step++) {
        await world.random.pick([write, write, end, dispatch, dispatch])(world)
      }
      for (const writer of world.writers) await end(world, writer)
      await scene.runAll(world.processes[0])
      let count = 0
      for (const tenantId of world.tenants) {
        const own = world.committed.filter((written) => written.tenantId === tenantId)
        const dispatched = await scene.dispatched(tenantId)
        const ids = own.flatMap((written) => written.ids)
        assert.deepEqual(dispatched.toSorted(), ids.toSorted())
        for (const written of own) assertInOrder(dispatched, written.ids)
        count += ids.length
      }
      assert.ok(count > 1_000, `only ${count} events`)
      const { rows } = await scene.admin.query('select count(*)::int as left from dispatch_ranges')
      assert.deepEqual(rows, [{ left: 0 }])
    })
  }
})
