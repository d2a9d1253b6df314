// Tasks completed for a source row that has changed: the row is not overwritten, and a user decides.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { encodeId } from '#lib/ids.ts'
import { openStage, type Stage } from '../../../../../../tests/harness/sync/stage.ts'
import type { SyncScene } from '../../../../../../tests/harness/sync/sync-scene.ts'
import { resolveConflict } from '../../links/index.ts'

let stage: Stage

before(async () => {
  stage = await openStage()
})
after(() => stage.stop())

async function scene({ isFenced = true } = {}) {
  const opened = await stage.scene()
  const { capabilities } = opened.vendor.manifest
  if (isFenced) capabilities.fenced = true
  opened.vendor.showsFacts = true
  return opened
}

const conflictsOf = ({ rows }: SyncScene) =>
  rows(`select * from sync_conflicts where tenant_id = $1 order by id`)
const writeBacksOf = ({ rows }: SyncScene) =>
  rows(`select * from write_backs where tenant_id = $1 order by id`)
const newsOf = ({ rows }: SyncScene) =>
  rows(`select data from events where tenant_id = $1 and type = 'task.source_changed' order by id`)

/** The task is completed while the row changes. */
async function finishChanged(opened: SyncScene): Promise<string> {
  const { vendor, settle, change, taskOf } = opened
  const id = vendor.create({ title: 'Before' })
  await settle()
  vendor.edit(id, { title: 'After' })
  await change(await taskOf(id), { status: 'completed', result: { note: 'paid' } })
  await settle()
  return id
}

async function decide(opened: SyncScene, use: 'service' | 'remote'): Promise<void> {
  const [conflict] = (await conflictsOf(opened)).filter(({ state }) => state === 'open')
  const id = encodeId('conflict', String(conflict?.['id']))
  await opened.as(opened.person, (ctx) => resolveConflict(ctx, id, use))
  await opened.settle()
}

describe('a row that changed before its task was finished', () => {
  it('is not written over; the task says so, with both', async () => {
    const opened = await scene()
    const id = await finishChanged(opened)
    assert.deepEqual(opened.vendor.writes, [])
    const task = await opened.taskOf(id)
    assert.deepEqual([task.status, task.settled_at], ['completed', null])
    assert.equal(task.title, 'Before', 'what the work was done for')
    const [conflict, ...others] = await conflictsOf(opened)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [conflict?.['field'], conflict?.['state'], conflict?.['policy']],
      ['row', 'open', 'manual'],
    )
    assert.deepEqual(conflict?.['base'], {
      version: '1',
      facts: [{ name: 'title', value: 'Before' }],
    })
    assert.deepEqual(conflict?.['remote_value'], {
      version: '2',
      facts: [{ name: 'title', value: 'After' }],
    })
    assert.deepEqual(conflict?.['service_value'], { status: 'completed', result: { note: 'paid' } })
    const [change, ...more] = await writeBacksOf(opened)
    assert.deepEqual(more, [])
    assert.equal(change?.['state'], 'conflict')
    assert.match(JSON.stringify(change?.['error']), /"kind":"source_changed"/)
    assert.equal((await newsOf(opened)).length, 1)
  })

  it('is looked at again by every reading, and told once', async () => {
    const opened = await scene()
    const id = await finishChanged(opened)
    opened.vendor.edit(id, { title: 'Later still' })
    await opened.pullNow()
    await opened.settle()
    await opened.pullNow()
    await opened.settle()
    const [conflict, ...others] = await conflictsOf(opened)
    assert.deepEqual(others, [])
    assert.match(JSON.stringify(conflict?.['remote_value']), /"version":"3"/)
    assert.match(JSON.stringify(conflict?.['base']), /"version":"1"/)
    assert.equal((await writeBacksOf(opened)).length, 1)
    assert.equal((await newsOf(opened)).length, 1)
    assert.deepEqual(opened.vendor.writes, [])
  })

  it('control: without the fence it is written over', async () => {
    const opened = await scene({ isFenced: false })
    await finishChanged(opened)
    assert.equal(opened.vendor.writes.length, 1)
    assert.deepEqual(await conflictsOf(opened), [])
  })

  it('is the same when the change comes between our look and our write', async () => {
    const opened = await scene()
    const { vendor, settle, change, taskOf } = opened
    vendor.keepsLock = true
    const id = vendor.create({ title: 'Before' })
    await settle()
    let isEdited = false
    vendor.hook = async (call, when) => {
      if (call !== 'push' || when !== 'before' || isEdited) return
      isEdited = true
      vendor.edit(id, { title: 'In between' })
    }
    await change(await taskOf(id), { status: 'completed' })
    await settle()
    assert.equal(vendor.get(id).fields.status, '1', 'it is as it was')
    const [change1, ...more] = await writeBacksOf(opened)
    assert.deepEqual([change1?.['state'], more.length], ['conflict', 0])
    assert.equal((await conflictsOf(opened)).length, 1)
  })

  it('a fence that never matches has failed, and is not retried forever', async () => {
    const opened = await scene()
    const { vendor, settle, change, taskOf } = opened
    vendor.keepsLock = 'never fits'
    const id = vendor.create({})
    await settle()
    await change(await taskOf(id), { status: 'completed' })
    await settle()
    const [change1] = await writeBacksOf(opened)
    assert.deepEqual([change1?.['state'], change1?.['tries']], ['failed', 1])
  })
})

describe('a user decides', () => {
  it('for the task: it is written to the row that was shown, and settles', async () => {
    const opened = await scene()
    const id = await finishChanged(opened)
    await decide(opened, 'service')
    assert.equal(opened.vendor.get(id).fields.status, '5')
    assert.deepEqual(opened.vendor.expected, ['2'])
    const task = await opened.taskOf(id)
    assert.ok(task.settled_at)
    assert.equal(task.title, 'After')
    assert.deepEqual(
      (await writeBacksOf(opened)).map(({ state }) => state),
      ['conflict', 'confirmed'],
    )
    assert.deepEqual(
      (await conflictsOf(opened)).map(({ state, resolution }) => [state, resolution]),
      [['resolved', 'service']],
    )
  })

  it('for the task, and the row changes once more: it is asked again', async () => {
    const opened = await scene()
    const id = await finishChanged(opened)
    opened.vendor.edit(id, { title: 'Not what was shown' })
    await decide(opened, 'service')
    assert.deepEqual(opened.vendor.writes, [])
    assert.deepEqual(
      (await conflictsOf(opened)).map(({ state }) => state),
      ['resolved', 'open'],
    )
    await decide(opened, 'service')
    assert.equal(opened.vendor.get(id).fields.status, '5')
  })

  it('for the task although the row was closed in another way', async () => {
    const opened = await scene()
    const { vendor, settle, change, taskOf } = opened
    const id = vendor.create({})
    await settle()
    vendor.edit(id, { status: '7' })
    await change(await taskOf(id), { status: 'completed' })
    await settle()
    assert.equal((await taskOf(id)).status, 'completed', 'and not overruled')
    await decide(opened, 'service')
    assert.equal(vendor.get(id).fields.status, '5')
    assert.ok((await taskOf(id)).settled_at)
  })

  it('for the row: nothing is written, and the task is open again with the row as it is', async () => {
    const opened = await scene()
    const id = await finishChanged(opened)
    await decide(opened, 'remote')
    assert.deepEqual(opened.vendor.writes, [])
    const task = await opened.taskOf(id)
    assert.deepEqual([task.status, task.title, task.settled_at], ['ready', 'After', null])
    await opened.change(task, { status: 'completed' })
    await opened.settle()
    assert.equal(opened.vendor.get(id).fields.status, '5')
    assert.ok((await opened.taskOf(id)).settled_at)
  })

  it('not at all when the task is reopened', async () => {
    const opened = await scene()
    const id = await finishChanged(opened)
    await opened.change(await opened.taskOf(id), { status: 'ready' })
    await opened.settle()
    assert.equal((await opened.taskOf(id)).title, 'After')
    assert.deepEqual(
      (await conflictsOf(opened)).map(({ state, resolution }) => [state, resolution]),
      [['resolved', 'remote']],
    )
    assert.deepEqual(opened.vendor.writes, [])
  })
})
