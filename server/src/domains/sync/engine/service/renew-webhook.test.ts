// A webhook that expires is renewed in time, by any worker; and one that cannot be renewed does not stop the sync.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { Failure } from '@task-service/kit'
import { openStage, type Stage } from '../../../../../../tests/harness/sync/stage.ts'
import type { SyncScene } from '../../../../../../tests/harness/sync/sync-scene.ts'

let stage: Stage

before(async () => {
  stage = await openStage()
})
after(() => stage.stop())

/** One whose time to be renewed has come, though nothing else is due. */
async function prepare(): Promise<SyncScene> {
  const scene = await stage.scene()
  await scene.settle()
  await stage.query(
    `update integrations set webhook = '{"id":"hook"}', webhook_renew_at = now(), due_at = now() where tenant_id = $1`,
    [scene.tenantId],
  )
  return scene
}

async function read({ rows }: SyncScene) {
  const [row] = await rows(
    `select webhook ->> 'id' as id, failures, extract(epoch from webhook_renew_at - now()) as seconds,
       due_at <= webhook_renew_at as is_due_by_then
     from integrations where tenant_id = $1`,
  )
  return { ...row, id: row?.['id'], seconds: Number(row?.['seconds']) }
}

it('is renewed when its time has come, once, and is due again before it ends', async () => {
  const scene = await prepare()
  await scene.settle()
  assert.deepEqual(scene.vendor.renewals, ['hook'])
  const { seconds, ...facts } = await read(scene)
  assert.deepEqual(facts, { id: 'hook+', failures: 0, is_due_by_then: true })
  assert.ok(seconds > 3_600 && seconds < 86_400, `${seconds} s`)
  await scene.pullNow()
  await scene.settle()
  assert.equal(scene.vendor.renewals.length, 1)
})

it('one that cannot be renewed is retried, and the sync continues', async () => {
  const scene = await prepare()
  scene.vendor.create({ title: 'Found by polling' })
  scene.vendor.hook = async (call) => {
    if (call === 'renew') throw new Failure('not_found', 'There is no such webhook.')
  }
  await scene.pullNow()
  await scene.settle()
  assert.deepEqual(
    (await scene.tasks()).map(({ title }) => title),
    ['Found by polling'],
  )
  const { seconds, ...facts } = await read(scene)
  assert.deepEqual(facts, { id: 'hook', failures: 0, is_due_by_then: true })
  assert.ok(seconds > 60 && seconds <= 3_600, `${seconds} s`)
})

it('one that is unregistered in the meantime stays unregistered', async () => {
  const scene = await prepare()
  scene.vendor.hook = async (call, when) => {
    if (call !== 'renew' || when !== 'after') return
    const nothing =
      'update integrations set webhook = null, webhook_renew_at = null where tenant_id = $1'
    await stage.query(nothing, [scene.tenantId])
  }
  await scene.settle()
  assert.equal((await read(scene)).id, null)
})
