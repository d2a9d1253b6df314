// A requested sync is done despite failures: the request ends when the sync has succeeded, not when it starts.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Failure } from '@task-service/kit'
import { openStage, type Stage } from '../../../../../../tests/harness/sync/stage.ts'
import type { SyncScene } from '../../../../../../tests/harness/sync/sync-scene.ts'
import { runTick } from '../../engine/service/run-tick.ts'
import { requestSync } from './request-sync.ts'

let stage: Stage

before(async () => {
  stage = await openStage()
})
after(() => stage.stop())

const unreachable = () => new Failure('unreachable', 'Connection refused.')

/** Two imported items, of which the vendor deleted one: only a full sync finds that. */
async function prepare(): Promise<{ scene: SyncScene; gone: string; kept: string }> {
  const scene = await stage.scene()
  scene.vendor.pageSize = 1
  const [gone, kept] = [scene.vendor.create({}), scene.vendor.create({})]
  await scene.settle()
  scene.vendor.remove(gone)
  return { scene, gone, kept }
}

const askForAll = ({ as, person, integrationId }: SyncScene) =>
  as(person, (ctx) => requestSync(ctx, integrationId, { full: true }))

async function kindsOf({ rows }: SyncScene): Promise<unknown[]> {
  const runs = await rows(
    `select kind || ' ' || state as run from sync_runs where tenant_id = $1 order by id`,
  )
  return runs.slice(1).map((row) => row['run'])
}

describe('a requested full sync', () => {
  it('is repeated as such when it failed', async () => {
    const { scene, gone } = await prepare()
    await askForAll(scene)
    let calls = 0
    scene.vendor.hook = async (call) => {
      if (call === 'pull' && ++calls === 3) throw unreachable()
    }
    await scene.settle()
    assert.deepEqual(await kindsOf(scene), ['full failed'])
    await stage.endRest(scene)
    await scene.settle()
    assert.deepEqual(await kindsOf(scene), ['full failed', 'full succeeded'])
    assert.deepEqual(await scene.linkState(gone), ['gone'])
    await stage.endRest(scene)
    await scene.settle()
    assert.match(String((await kindsOf(scene)).at(-1)), /^pull/, 'and not once more')
  })

  it('is restarted as such by the next worker after a stop', async () => {
    const { scene, gone } = await prepare()
    await askForAll(scene)
    const stop = new AbortController()
    scene.vendor.hook = async (call, when) => {
      if (call === 'pull' && when === 'after') stop.abort()
    }
    for (const lease of await scene.claim()) await runTick(scene.parts, lease, stop.signal)
    scene.vendor.hook = async () => undefined
    await scene.settle()
    assert.deepEqual(await kindsOf(scene), ['full canceled', 'full succeeded'])
    assert.deepEqual(await scene.linkState(gone), ['gone'])
  })

  it('is not complete when the service stops while checking missing items', async () => {
    const { scene, gone } = await prepare()
    await askForAll(scene)
    const stop = new AbortController()
    scene.vendor.hook = async (call) => {
      if (call !== 'fetchOne') return
      stop.abort()
      throw new Failure('transient', 'It was broken off.')
    }
    for (const lease of await scene.claim()) await runTick(scene.parts, lease, stop.signal)
    scene.vendor.hook = async () => undefined
    await scene.settle()
    assert.deepEqual(await kindsOf(scene), ['full canceled', 'full succeeded'])
    assert.deepEqual(await scene.linkState(gone), ['gone'])
  })

  it('is done after the run in progress', async () => {
    const { scene, gone } = await prepare()
    await scene.pullNow()
    let isAsked = false
    scene.vendor.hook = async (call) => {
      if (call !== 'pull' || isAsked) return
      isAsked = true
      await askForAll(scene)
      throw unreachable()
    }
    await scene.settle()
    await stage.endRest(scene)
    await scene.settle()
    assert.deepEqual(await kindsOf(scene), ['pull failed', 'full succeeded'])
    assert.deepEqual(await scene.linkState(gone), ['gone'])
  })

  it('one item that cannot be read does not delay it', async () => {
    const { scene, gone } = await prepare()
    const bad = scene.vendor.create({})
    await scene.pullNow()
    await scene.settle()
    scene.vendor.remove(bad)
    await askForAll(scene)
    let isBroken = false
    scene.vendor.hook = async (call, when) => {
      if (call !== 'fetchOne' || when !== 'before' || isBroken) return
      isBroken = true
      throw new Failure('transient', 'Not now.')
    }
    await scene.settle()
    assert.deepEqual((await kindsOf(scene)).at(-1), 'full succeeded')
    assert.deepEqual(
      [await scene.linkState(gone), await scene.linkState(bad)],
      [['gone'], ['gone']],
    )
  })
})

it('who asks while it goes wrong waits no longer than after the first failure', async () => {
  const { scene } = await prepare()
  await stage.query('update integrations set failures = 9 where tenant_id = $1', [scene.tenantId])
  await scene.pullNow()
  scene.vendor.hook = async (call) => {
    if (call === 'pull') throw unreachable()
  }
  const restSeconds = async () => {
    const [row] = await scene.rows(
      'select extract(epoch from rest_until - now()) as rest from integrations where tenant_id = $1',
    )
    return Number(row?.['rest'])
  }
  await scene.settle()
  assert.ok((await restSeconds()) > 600, 'after so many it rests long')
  await stage.endRest(scene)
  let isAsked = false
  scene.vendor.hook = async (call) => {
    if (call !== 'pull') return
    if (!isAsked) await askForAll(scene)
    isAsked = true
    throw unreachable()
  }
  await scene.settle()
  assert.ok((await restSeconds()) <= 5)
})
