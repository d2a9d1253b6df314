// Workers killed at any moment: a lease holder that stops forever at any step, before or after a call to the vendor and
// before or after each of its transactions, leaves nothing that the next one could lose or do twice.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { drawSample } from '../../../../../../tests/harness/random/draw-sample.ts'
import { openStage, type Stage } from '../../../../../../tests/harness/sync/stage.ts'
import type { SyncScene } from '../../../../../../tests/harness/sync/sync-scene.ts'
import { runTick } from './run-tick.ts'

let stage: Stage

before(async () => {
  stage = await openStage()
})
after(() => stage.stop())

/** Each change stops it at a third of the places. */
const STRIDE = 3

const never = () => new Promise<never>(() => undefined)

/** Runs turns; the holder stops forever at step `last`. True when it got that far. */
async function runUntil(scene: SyncScene, last: number): Promise<boolean> {
  let steps = 0
  const { promise: isKilled, resolve: kill } = Promise.withResolvers<true>()
  const step = async () => {
    if (++steps < last) return
    kill(true)
    await never()
  }
  scene.vendor.hook = step
  const parts: typeof scene.parts = {
    ...scene.parts,
    async inTenant(tenant, actor, work) {
      await step()
      const value = await scene.parts.inTenant(tenant, actor, work)
      await step()
      return value
    },
  }
  const turns = (async () => {
    for (;;) {
      await scene.dispatch()
      const leases = await scene.claim()
      if (leases.length === 0) return false
      for (const lease of leases) await runTick(parts, lease, new AbortController().signal)
    }
  })()
  const wasKilled = await Promise.race([isKilled, turns])
  scene.vendor.hook = async () => undefined
  // As if its time had passed: the lease and the waits before another try.
  await stage.query(
    `update integrations set lease_until = now() - interval '1 second', due_at = now() where tenant_id = $1`,
    [scene.tenantId],
  )
  return wasKilled
}

async function prepare(): Promise<{ scene: SyncScene; ids: string[] }> {
  const scene = await stage.scene({ outgoingQueue: 'out' })
  scene.vendor.pageSize = 2
  const ids = [scene.vendor.create({}), scene.vendor.create({})]
  await scene.settle()
  const [first, second] = ids
  await scene.change(await scene.taskOf(first ?? ''), { title: 'Better', status: 'completed' })
  await scene.say(await scene.taskOf(second ?? ''), 'On it.')
  await scene.create('Made here', 'out')
  ids.push(scene.vendor.create({ title: 'New there' }))
  scene.vendor.edit(second ?? '', { priority: 'p1' })
  await scene.pullNow()
  return { scene, ids }
}

/** What is not as it should be in the end. */
async function findFaults({ scene, ids }: Awaited<ReturnType<typeof prepare>>): Promise<string[]> {
  const { vendor } = scene
  const faults: string[] = []
  const expect = (what: string, actual: unknown, wanted: unknown) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted)) {
      faults.push(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(wanted)}`)
    }
  }
  const kinds = vendor.writes.map(({ kind }) => kind).toSorted()
  expect('writes', kinds, ['comment', 'create', 'update'])
  expect('items', vendor.items.size, 4)
  expect('title there', vendor.get(ids[0] ?? '').fields.title, 'Better')
  expect(
    'comments there',
    vendor.get(ids[1] ?? '').comments.map(({ body }) => body),
    ['On it.'],
  )
  const tasks = await scene.tasks()
  expect('tasks', tasks.map(({ title }) => title).toSorted(), [
    'Better',
    'Made here',
    'New there',
    'item 2',
  ])
  expect('priority', tasks.find(({ title }) => title === 'item 2')?.priority, 'urgent')
  expect('settled', tasks.filter((task) => task.settled_at).length, 1)
  const links = await scene.links()
  expect(
    'links',
    links.map((link) => link['state']),
    ['active', 'active', 'active', 'active'],
  )
  const open = await scene.rows(
    `select state from write_backs where tenant_id = $1 and state <> 'confirmed'`,
  )
  expect('open changes', open, [])
  const running = await scene.rows(
    `select state from sync_runs where tenant_id = $1 and state = 'running'`,
  )
  expect('running runs', running, [])
  const comments = await scene.rows('select id from comments where tenant_id = $1')
  expect('comments here', comments.length, 1)
  return faults
}

async function killEverywhere(
  { first, stride }: { first: number; stride: number },
  adjust: (scene: SyncScene) => void = () => undefined,
  isEnough: (fault: string) => boolean = () => false,
): Promise<{ points: number; faults: string[] }> {
  const faults: string[] = []
  for (let last = first; ; last += stride) {
    const prepared = await prepare()
    adjust(prepared.scene)
    const wasKilled = await runUntil(prepared.scene, last)
    await prepared.scene.settle()
    faults.push(...(await findFaults(prepared)).map((fault) => `step ${last}: ${fault}`))
    if (!wasKilled || faults.some(isEnough)) return { points: last - 1, faults }
  }
}

it('ends in exactly one change there and no lost item, wherever the holder stopped', async (t) => {
  const { first, every: stride } = drawSample(STRIDE)
  const { points, faults } = await killEverywhere({ first: first + 1, stride })
  t.diagnostic(`${points} places to stop at`)
  assert.deepEqual(faults, [])
  assert.ok(points > 30, `only ${points} places were found`)
})

/** Before it creates the item nothing can be made twice. */
const CONTROL_FROM = 40
const isTwice = (fault: string) => /writes: .*"create","create"/.test(fault)

it('control: where nothing marks what we made, the same search finds what was made twice', async () => {
  const { faults } = await killEverywhere(
    { first: CONTROL_FROM, stride: 1 },
    ({ vendor }) => {
      vendor.forgetsMarks = true
    },
    isTwice,
  )
  assert.ok(faults.some(isTwice), faults.join('\n'))
})

it('one who was taken for dead cannot write any more', async () => {
  const { scene } = await prepare()
  const [lease] = await scene.claim()
  assert.ok(lease)
  await stage.query(
    `update integrations set lease_until = now() - interval '1 second' where tenant_id = $1`,
    [scene.tenantId],
  )
  const [other] = await scene.claim()
  assert.ok(other)
  await runTick(scene.parts, lease, new AbortController().signal)
  assert.equal(scene.vendor.writes.length, 0)
  const [row] = await scene.rows('select lease_token from integrations where tenant_id = $1')
  assert.equal(row?.['lease_token'], other.token)
})
