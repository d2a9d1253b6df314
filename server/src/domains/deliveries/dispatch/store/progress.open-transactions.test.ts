// Events are dispatched as soon as they are committed, whatever older transactions do, and each of them once.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createDatabase } from '../../../../../../tests/harness/database.ts'
import {
  type DispatchScene,
  openDispatchScene,
} from '../../../../../../tests/harness/webhooks/dispatch-scene.ts'
import { uuidv7 } from '../../../../lib/uuid.ts'
import type { Dispatched } from '../service/dispatch.ts'
import { readLag } from '../service/dispatch-lag.ts'
import { SHARE_ROWS } from './new-events.ts'

describe('events during open transactions', () => {
  let scene: DispatchScene
  before(async () => void (scene = await openDispatchScene()))
  after(() => scene.stop())

  async function newTenant(): Promise<string> {
    const tenantId = uuidv7()
    await scene.addWebhook(tenantId)
    return tenantId
  }

  it('are dispatched immediately, and those of the older transaction once after its commit', async () => {
    const tenant = await newTenant()
    const parts = scene.newProcess()
    const [older, aborted] = [await scene.connect(), await scene.connect()]
    await older.query('begin')
    const [late] = await scene.addEvents(older, tenant)
    await aborted.query('begin')
    await scene.addEvents(aborted, tenant)
    const [first] = await scene.addEvents(scene.admin, tenant)
    await scene.runAll(parts)
    assert.deepEqual(await scene.dispatched(tenant), [first])
    await older.query('commit')
    await aborted.query('rollback')
    const [last] = await scene.addEvents(scene.admin, tenant)
    for (let round = 0; round < 3; round++) await scene.runAll(parts)
    assert.deepEqual(await scene.dispatched(tenant), [first, late, last])
  })

  it('are dispatched despite a transaction in another database', async () => {
    const tenant = await newTenant()
    const elsewhere = await createDatabase({ cluster: scene.cluster })
    const other = await scene.connect(elsewhere.superuserUrl)
    await other.query('begin')
    await other.query('select pg_current_xact_id()')
    const added: string[] = []
    for (let round = 0; round < 3; round++) {
      added.push(...(await scene.addEvents(scene.admin, tenant)))
      await scene.runAll(scene.newProcess())
      assert.deepEqual(await scene.dispatched(tenant), added)
    }
    assert.equal((await readLag(scene.db.feed)).seconds, 0)
    await other.query('commit')
    await scene.runAll(scene.newProcess())
    assert.deepEqual(await scene.dispatched(tenant), added)
  })

  it('that were set aside are dispatched once and in order, also when an older transaction ends in the meantime', async () => {
    const tenant = await newTenant()
    const parts = scene.newProcess()
    const [early, older, open] = await Promise.all([1, 2, 3].map(() => scene.connect()))
    assert.ok(early && older && open)
    await early.query('begin')
    const earlier = await scene.addEvents(early, tenant, 3)
    await older.query('begin')
    const late = await scene.addEvents(older, tenant, SHARE_ROWS + 5)
    await open.query('begin')
    const unseen = await scene.addEvents(open, tenant, 7)
    await early.query('commit')
    const many = await scene.addEvents(scene.admin, tenant, SHARE_ROWS * 3)
    const more = await scene.addEvents(scene.admin, tenant, 5)
    await scene.runNew(parts)
    const share = [...earlier, ...many].slice(0, SHARE_ROWS)
    assert.deepEqual(await scene.dispatched(tenant), share)
    await older.query('commit')
    await scene.runNew(parts)
    assert.deepEqual(await scene.dispatched(tenant), share, 'behind what was set aside')
    await scene.runAll(parts)
    assert.deepEqual(await scene.dispatched(tenant), [...earlier, ...many, ...more, ...late])
    await open.query('commit')
    await scene.runAll(parts)
    assert.deepEqual(await scene.dispatched(tenant), [
      ...earlier,
      ...many,
      ...more,
      ...late,
      ...unseen,
    ])
  })

  it('are dispatched once if a window has more of them than a round', async () => {
    const tenants = [await newTenant(), await newTenant()]
    const [one, two] = tenants as [string, string] // two were created
    const parts = scene.newProcess()
    const older = await scene.connect()
    await older.query('begin')
    const late = await scene.addEvents(older, two, 1_500)
    const many = await scene.addEvents(scene.admin, one, 2_500)
    const few = await scene.addEvents(scene.admin, two, 10)
    const rounds: Dispatched[] = []
    for (let round = 0; round < 3; round++) {
      rounds.push(await scene.runNew(parts))
      // Events that commit while a window is open belong to the next one.
      if (round === 0) await older.query('commit')
    }
    assert.ok(rounds.every(({ isFull }) => isFull))
    assert.deepEqual(await scene.dispatched(two), few)
    await scene.runAll(parts)
    await scene.runAll(parts)
    assert.deepEqual(await scene.dispatched(one), many)
    assert.deepEqual(await scene.dispatched(two), [...few, ...late])
  })

  it('use no transaction number to poll, also while a transaction is open', async () => {
    const tenant = await newTenant()
    const open = await scene.connect()
    await open.query('begin')
    await scene.addEvents(open, tenant, 10)
    await scene.addEvents(scene.admin, tenant)
    await scene.runAll(scene.newProcess())
    // This server has no other users.
    const newest = async () =>
      (await scene.admin.query('select pg_snapshot_xmax(pg_current_snapshot())::text as xid'))
        .rows[0]?.xid
    await scene.admin.query('select pg_current_xact_id()')
    const start = await newest()
    for (let round = 0; round < 5; round++) await scene.runAll(scene.newProcess())
    assert.equal(await newest(), start)
    await open.query('commit')
    await scene.runAll(scene.newProcess())
    assert.equal((await scene.dispatched(tenant)).length, 11)
  })
})
