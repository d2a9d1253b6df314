// A run that waits for its approval while the item changes, with a real database and a vendor in memory: people see the
// difference as soon as the sync has read it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type AgentScene,
  openAgentScene,
} from '../../../../../../tests/harness/sync/agent-scene.ts'
import { stageOfFile } from '../../../../../../tests/harness/sync/stage.ts'

const stage = stageOfFile()

async function parked() {
  const world = await openAgentScene(stage, { agentWrites: 'approve' })
  const { item, task } = await world.newItem()
  const held = await world.claim(task)
  await world.sayAsAgent(task, 'The refund is on its way.')
  assert.equal((await world.complete(held, { refund: 10 })).status, 'in_review')
  await world.settle()
  return { world, item, task, held, open: await world.openApproval() }
}

async function readAgain(world: AgentScene): Promise<void> {
  await world.pullNow()
  await world.settle()
}

const changesOf = ({ rows }: AgentScene) =>
  rows(`select id from events where tenant_id = $1 and type = 'approval.changed'`)

describe('an approval that a run waits for', () => {
  it('shows the difference as soon as the sync has read a changed item', async () => {
    const { world, item, task, open } = await parked()
    world.vendor.edit(item, { priority: 'p1' })
    await readAgain(world)
    const changed = await world.openApproval()
    assert.equal(changed.id, open.id)
    assert.notEqual(changed.hash, open.hash)
    assert.deepEqual(changed.previous, { hash: open.hash, effects: open.effects })
    const revisions = changed.effects.map(({ source_revision: revision }) => revision)
    assert.deepEqual(new Set(revisions), new Set([String(world.vendor.get(item).version)]))
    assert.deepEqual(changed.result, { refund: 10 })
    assert.equal((await changesOf(world)).length, 1)
    assert.equal((await world.current(task)).status, 'in_review')
    assert.equal(await world.approve(open), undefined, 'the hash of the earlier version')
    assert.equal((await world.approve(changed))?.state, 'approved')
    await world.settle()
    assert.deepEqual(
      world.vendor.writes.map(({ kind }) => kind),
      ['update', 'comment'],
    )
    assert.equal((await world.approvals())[0]?.state, 'spent')
  })

  it('is held for what would be written now', async () => {
    const { world, item, open } = await parked()
    world.vendor.edit(item, { status: '2' })
    await readAgain(world)
    const changed = await world.openApproval()
    const statusOf = ({ effects }: typeof open) =>
      effects.find(({ kind }) => kind === 'update')?.fields['status']
    assert.deepEqual(
      [statusOf(open), statusOf(changed)],
      [
        { from: '1', to: '5' },
        { from: '2', to: '5' },
      ],
    )
    const awaiting = await world.rows(
      `select kind from write_backs where tenant_id = $1 and state = 'awaiting_approval' order by kind`,
    )
    assert.deepEqual(
      awaiting.map(({ kind }) => kind),
      ['comment', 'update'],
    )
  })

  it('stays as it is if nothing has changed', async () => {
    const { world, open } = await parked()
    await readAgain(world)
    await stage.query(`update links set retry_at = now() where tenant_id = $1`, [world.tenantId])
    await readAgain(world)
    assert.deepEqual(await world.openApproval(), open)
    assert.deepEqual(await changesOf(world), [])
  })

  it('changes once for one change, however often the item is read', async () => {
    const { world, item } = await parked()
    world.vendor.comment(item, 'Any news?')
    await readAgain(world)
    const changed = await world.openApproval()
    await readAgain(world)
    assert.deepEqual(await world.openApproval(), changed)
    assert.equal((await changesOf(world)).length, 1)
  })

  it('stays as it is while nothing may be written', async () => {
    const { world, item, open } = await parked()
    await stage.query(`update integrations set agent_writes = 'forbid' where tenant_id = $1`, [
      world.tenantId,
    ])
    world.vendor.edit(item, { priority: 'p1' })
    await readAgain(world)
    assert.deepEqual(await world.openApproval(), open)
    await assert.rejects(world.approve(open), { code: 'effects_forbidden' })
  })
})

describe('an approval of a comment that was not used when the next attempt asks', () => {
  it('is withdrawn, and the comment is part of the next one', async () => {
    const world = await openAgentScene(stage, { agentWrites: 'approve' })
    const { item, task } = await world.newItem()
    await world.sayAsAgent(task, 'On it.')
    await world.settle()
    await world.approve(await world.openApproval())
    const held = await world.claim(task)
    await world.settle()
    assert.equal(world.vendor.writes.length, 0, 'nothing is sent while the agent works')
    await world.complete(held)
    const open = await world.openApproval()
    assert.deepEqual(
      open.effects.map(({ kind, comment }) => [kind, comment?.body]),
      [
        ['comment', 'On it.'],
        ['update', undefined],
      ],
    )
    await world.approve(open)
    await world.settle()
    const states = (await world.approvals()).map(({ state }) => state)
    assert.deepEqual(states, ['withdrawn', 'spent'])
    assert.deepEqual(
      world.vendor.get(item).comments.map(({ body }) => body),
      ['On it.'],
    )
  })
})
