import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openStage, type Stage } from '../../../../../../tests/harness/sync/stage.ts'

let stage: Stage

before(async () => {
  stage = await openStage()
})
after(() => stage.stop())

type Rows = Awaited<ReturnType<Stage['scene']>>['rows']

/** Scenes have no row of their tenant until something asks for one. */
const setStatus = (rows: Rows, status: 'active' | 'suspended') =>
  rows(`insert into tenants (tenant_id, slug, name, status)
    values ($1::uuid, 'scene-' || left(md5($1::uuid::text), 8), 'Scene', '${status}')
    on conflict (tenant_id) do update set status = excluded.status`)

describe('a suspended tenant', () => {
  it('is not synced, and is when it is resumed', async () => {
    const { vendor, settle, tasks, pullNow, rows } = await stage.scene()
    vendor.create({})
    await settle()
    vendor.create({})
    await pullNow()
    await setStatus(rows, 'suspended')
    let calls = 0
    vendor.hook = async () => void calls++
    await settle()
    assert.equal(calls, 0)
    assert.equal((await tasks()).length, 1)
    await setStatus(rows, 'active')
    await settle()
    assert.equal((await tasks()).length, 2, 'what was asked for meanwhile is done now')
  })

  it('is left by a turn in progress', async () => {
    const { vendor, settle, tasks, pullNow, rows } = await stage.scene()
    vendor.pageSize = 1
    for (let i = 0; i < 5; i++) vendor.create({})
    let calls = 0
    vendor.hook = async (_call, when) => {
      if (when === 'before') calls++
      if (when === 'before' && calls === 2) {
        await setStatus(rows, 'suspended')
      }
    }
    await settle()
    assert.ok(calls <= 3, `${calls} calls after the suspension`)
    assert.ok((await tasks()).length < 5)
    vendor.hook = async () => undefined
    await setStatus(rows, 'active')
    await rows(`update integrations set lease_until = null where tenant_id = $1`)
    await pullNow()
    await settle()
    assert.equal((await tasks()).length, 5)
  })
})
