// The gate of the sender with a real database and a vendor in memory: what an agent does reaches the vendor only if the policy
// allows it or a person has approved exactly that.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type AgentScene,
  type AgentSettings,
  openAgentScene,
} from '../../../../../../tests/harness/sync/agent-scene.ts'
import { stageOfFile } from '../../../../../../tests/harness/sync/stage.ts'
import type { SceneOptions } from '../../../../../../tests/harness/sync/sync-scene.ts'

const stage = stageOfFile()

const scene = (options?: SceneOptions, settings?: AgentSettings) =>
  openAgentScene(stage, { agentWrites: 'approve', ...options }, settings)

/** A run that was completed and waits. */
async function parked(world: AgentScene, result?: unknown) {
  const { item, task } = await world.newItem()
  const held = await world.claim(task)
  await world.settle()
  await world.sayAsAgent(task, 'The refund is on its way.')
  assert.equal((await world.complete(held, result)).status, 'in_review')
  await world.settle()
  return { item, task, held }
}

const statesOf = async ({ rows }: AgentScene) =>
  (await rows('select state from write_backs where tenant_id = $1 order by id')).map(
    ({ state }) => state,
  )

describe('a policy that needs approvals', () => {
  it('sends nothing for a claim, and everything once after the approval', async () => {
    const world = await scene()
    const { item, task } = await parked(world)
    assert.equal(world.vendor.writes.length, 0)
    assert.deepEqual(await statesOf(world), ['awaiting_approval', 'awaiting_approval'])
    const open = await world.openApproval()
    assert.deepEqual(
      open.effects.map(({ kind, fields, comment }) => [kind, fields['status'], comment?.body]),
      [
        ['comment', undefined, 'The refund is on its way.'],
        ['update', { from: '1', to: '5' }, undefined],
      ],
    )
    const approved = await world.approve(open)
    assert.equal(approved?.state, 'approved')
    assert.equal((await world.current(task)).status, 'completed')
    await world.settle()
    assert.deepEqual(
      world.vendor.writes.map(({ kind }) => kind),
      ['update', 'comment'],
    )
    assert.equal(world.vendor.get(item).fields.status, '5')
    const [spent] = await world.approvals()
    assert.equal(spent?.state, 'spent')
    assert.deepEqual(spent.receipts.map(({ kind }) => kind).toSorted(), ['comment', 'update'])
    assert.ok(
      spent.receipts.every(
        ({ external_version: version, external_comment_id: id }) => version ?? id,
      ),
    )
    assert.deepEqual(await statesOf(world), ['confirmed', 'confirmed'])
    const done = await world.current(task)
    assert.deepEqual([done.result, done.settled_at !== null], ['done', true])
    assert.deepEqual(world.warnings, [])
  })

  it('lets people write again once it is confirmed', async () => {
    const world = await scene()
    const { item, task } = await parked(world)
    await world.approve(await world.openApproval())
    await world.settle()
    await world.change(await world.current(task), { title: 'Refunded' })
    await world.settle()
    assert.equal(world.vendor.get(item).fields.title, 'Refunded')
    assert.equal((await world.approvals()).length, 1)
  })

  it('is forced for an agent that reads, knows and writes', async () => {
    const world = await scene({ agentWrites: 'allow' }, { reads_beyond_claim: true })
    await parked(world)
    assert.equal(world.vendor.writes.length, 0)
    assert.equal((await world.openApproval()).effects[0]?.policy, 'approve')
  })

  it('leaks without the gate', async () => {
    const world = await scene({ gatesAgents: false })
    const { task } = await world.newItem()
    const held = await world.claim(task)
    await world.sayAsAgent(task, 'Leaked')
    await world.settle()
    assert.deepEqual(
      world.vendor.writes.map(({ kind }) => kind),
      ['update', 'comment'],
    )
    assert.equal((await world.complete(held)).status, 'completed')
    await world.settle()
    assert.equal(world.vendor.writes.length, 3)
  })
})

describe('a policy that allows everything', () => {
  it('changes nothing', async () => {
    const world = await scene({ agentWrites: 'allow' })
    const { item, task } = await world.newItem()
    const held = await world.claim(task)
    await world.settle()
    assert.equal(world.vendor.get(item).fields.status, '2')
    assert.equal((await world.complete(held)).status, 'completed')
    await world.settle()
    assert.equal(world.vendor.get(item).fields.status, '5')
    assert.deepEqual(await world.approvals(), [])
  })
})

describe('a policy that forbids everything', () => {
  it('rejects the result, and sends nothing that the agent did', async () => {
    const world = await scene({ agentWrites: 'forbid' })
    const { task } = await world.newItem()
    const held = await world.claim(task)
    await world.sayAsAgent(task, 'Hello')
    await assert.rejects(world.complete(held), { code: 'effects_forbidden' })
    assert.equal((await world.fail(held)).state, 'failed')
    await world.settle()
    assert.equal(world.vendor.writes.length, 0)
    assert.deepEqual(await world.approvals(), [])
  })

  it('applies to an agent that does not write outward', async () => {
    const world = await scene({ agentWrites: 'allow' }, { writes_outward: false })
    const { task } = await world.newItem()
    const held = await world.claim(task)
    await assert.rejects(world.complete(held), { code: 'effects_forbidden' })
  })

  it('sends what a person does with the task afterwards', async () => {
    const world = await scene({ agentWrites: 'forbid' })
    const { item, task } = await world.newItem()
    await world.fail(await world.claim(task))
    await world.settle()
    const reopened = await world.change(await world.current(task), { status: 'ready' })
    await world.change(reopened, { status: 'completed' })
    await world.settle()
    assert.equal(world.vendor.get(item).fields.status, '5')
  })
})

describe('effects that change after they were approved', () => {
  const drifts: Record<string, (world: AgentScene, item: string) => Promise<void>> = {
    'the item has another version': async ({ vendor }, item) =>
      vendor.edit(item, { priority: 'p1' }),
    'the mapping is another one': async ({ tenantId }) => {
      await stage.query(
        `update integrations set mapping = (mapping::jsonb || '{"labels": ["new"]}')::json where tenant_id = $1`,
        [tenantId],
      )
    },
    'the comment says something else': async ({ tenantId }) => {
      await stage.query(`update comments set body = 'Something else' where tenant_id = $1`, [
        tenantId,
      ])
    },
    'the result is another one': async (world, item) => {
      await world.change(await world.taskOf(item), { result: 'more' })
    },
  }
  for (const [what, drift] of Object.entries(drifts)) {
    it(`need another approval if ${what}`, async () => {
      const world = await scene()
      const { item, task } = await parked(world)
      const open = await world.openApproval()
      await world.approve(open)
      await drift(world, item)
      await world.settle()
      assert.equal(world.vendor.writes.length, 0)
      const changed = await world.openApproval()
      assert.equal(changed.id, open.id)
      assert.equal(changed.previous?.hash, open.hash)
      assert.notEqual(changed.hash, open.hash)
      const waiting = await world.current(task)
      assert.deepEqual([waiting.status, waiting.settled_at], ['completed', null])
      assert.equal((await world.approve(changed))?.state, 'approved')
      await world.settle()
      assert.equal(world.vendor.get(item).fields.status, '5')
      assert.equal((await world.approvals())[0]?.state, 'spent')
      assert.ok((await world.current(task)).settled_at)
    })
  }

  it('are stale if the vendor has them already', async () => {
    const world = await scene({ mapping: { comments: 'none' } })
    const { item } = await parked(world)
    await world.approve(await world.openApproval())
    world.vendor.edit(item, { status: '5' })
    await world.settle()
    assert.equal((await world.approvals())[0]?.state, 'stale')
    assert.equal(world.vendor.writes.length, 0)
  })
})
