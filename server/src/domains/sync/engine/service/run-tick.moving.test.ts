// Syncs of a tenant that is being moved: what the vendor has accepted is recorded before the other cell works for the tenant.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stageOfFile } from '../../../../../../tests/harness/sync/stage.ts'
import type { SyncScene } from '../../../../../../tests/harness/sync/sync-scene.ts'

const stage = stageOfFile()

const setStatus = ({ rows }: SyncScene, status: 'active' | 'moving') =>
  rows(`insert into tenants (tenant_id, slug, name, status)
    values ($1::uuid, 'scene-' || left(md5($1::uuid::text), 8), 'Scene', '${status}')
    on conflict (tenant_id) do update set status = excluded.status`)

const findLeases = ({ rows }: SyncScene) =>
  rows('select id from integrations where tenant_id = $1 and lease_token is not null')

describe('a tenant that is being moved', () => {
  it('records the write in progress, and gives the lease back', async () => {
    const scene = await stage.scene()
    const { vendor, settle } = scene
    const item = vendor.create({})
    await settle()
    await scene.change(await scene.taskOf(item), { title: 'Better' })
    vendor.hook = async (call, when) => {
      if (call !== 'pull' && when === 'after' && vendor.writes.length === 1) {
        await setStatus(scene, 'moving')
      }
    }
    await settle()
    assert.equal(vendor.writes.length, 1)
    const open = await scene.rows(
      `select state from write_backs where tenant_id = $1 and state in ('planned', 'sent')`,
    )
    assert.deepEqual(open, [])
    assert.deepEqual(await findLeases(scene), [])
  })

  it('does not begin with another page', async () => {
    const scene = await stage.scene()
    const { vendor, settle, tasks, pullNow } = scene
    vendor.pageSize = 1
    for (let i = 0; i < 5; i++) vendor.create({})
    let pages = 0
    vendor.hook = async (call, when) => {
      if (call !== 'pull' || when !== 'before') return
      if (++pages === 2) await setStatus(scene, 'moving')
    }
    await settle()
    assert.equal(pages, 2)
    assert.ok((await tasks()).length < 5)
    assert.deepEqual(await findLeases(scene), [])
    vendor.hook = async () => undefined
    await setStatus(scene, 'active')
    await pullNow()
    await settle()
    assert.equal((await tasks()).length, 5)
  })
})
