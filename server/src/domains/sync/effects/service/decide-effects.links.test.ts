// A task that is linked with items of several integrations: each has its own policy, and one approval covers all that need one.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AgentWrites } from '@task-service/contract'
import {
  type AgentScene,
  openAgentScene,
} from '../../../../../../tests/harness/sync/agent-scene.ts'
import type { MemoryVendor } from '../../../../../../tests/harness/sync/memory-vendor.ts'
import { stageOfFile } from '../../../../../../tests/harness/sync/stage.ts'

const stage = stageOfFile()

/** The same item in two systems, linked with one task that an agent has claimed. */
async function linkedTwice(agentWrites: AgentWrites, otherWrites: AgentWrites) {
  const world = await openAgentScene(stage, { agentWrites })
  const { item, task } = await world.newItem()
  const other = await world.addIntegration({ agentWrites: otherWrites })
  other.vendor.create({ title: 'Refund' })
  other.vendor.get(item).createdAt = world.vendor.get(item).createdAt
  await stage.query(
    `insert into links select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'integration_id', $2::text))).*
     from links l where l.tenant_id = $1`,
    [world.tenantId, other.integrationId],
  )
  await world.settle()
  assert.equal((await world.tasks()).length, 1)
  const held = await world.claim(task)
  await world.settle()
  return { world, item, task, held, vendors: [world.vendor, other.vendor] as const }
}

const statusesOf = (vendors: readonly MemoryVendor[], item: string) =>
  vendors.map((vendor) => vendor.get(item).fields.status)

const openOf = async (world: AgentScene) =>
  (await world.approvals()).filter(({ state }) => state === 'open')

describe('several links of a task', () => {
  it('have the policy of their own integration', async () => {
    const { world, item, held, vendors } = await linkedTwice('approve', 'allow')
    const [gated, free] = vendors
    assert.deepEqual([gated.writes.length, free.writes.length], [0, 1], 'the claim')
    assert.equal((await world.complete(held)).status, 'in_review')
    await world.settle()
    const open = await world.openApproval()
    assert.equal(open.effects.length, 1, 'only what needs an approval')
    assert.equal(gated.writes.length, 0)
    await world.approve(open)
    await world.settle()
    assert.deepEqual(statusesOf(vendors, item), ['5', '5'])
    const [spent] = await world.approvals()
    assert.deepEqual([spent?.state, spent?.receipts.length], ['spent', 1])
  })

  it('are covered by one approval, which is spent once for each', async () => {
    const { world, item, held, vendors } = await linkedTwice('approve', 'approve')
    await world.complete(held)
    await world.settle()
    const open = await world.openApproval()
    assert.equal(new Set(open.effects.map(({ link_id: id }) => id)).size, 2)
    assert.deepEqual(statusesOf(vendors, item), ['1', '1'])
    await world.approve(open)
    await world.settle()
    assert.deepEqual(statusesOf(vendors, item), ['5', '5'])
    assert.deepEqual(
      vendors.map(({ writes }) => writes.length),
      [1, 1],
    )
    const [spent, ...more] = await world.approvals()
    assert.deepEqual([spent?.state, spent?.receipts.length, more.length], ['spent', 2, 0])
    const audited = await world.rows(
      `select action from audit_entries where tenant_id = $1 and action = 'approval.spent'`,
    )
    assert.equal(audited.length, 2)
  })

  it('need another approval if one item has changed; the status is written once', async () => {
    const { world, item, held, vendors } = await linkedTwice('approve', 'approve')
    await world.complete(held)
    await world.settle()
    await world.approve(await world.openApproval())
    vendors[1].edit(item, { priority: 'p1' })
    await world.settle()
    assert.equal(vendors[1].writes.length, 0)
    for (let round = 0; round < 3; round++) {
      for (const open of await openOf(world)) await world.approve(open)
      await world.settle()
    }
    assert.deepEqual(await openOf(world), [])
    assert.deepEqual(statusesOf(vendors, item), ['5', '5'])
    // The priority reaches the other system as well, as any change of a person.
    const sent = vendors.map(({ writes }) =>
      writes.filter((change) => change.kind === 'update' && change.fields.status !== undefined),
    )
    assert.deepEqual(
      sent.map(({ length }) => length),
      [1, 1],
    )
  })

  it('write nothing at all if one of them forbids it', async () => {
    const { world, held, vendors } = await linkedTwice('approve', 'forbid')
    await assert.rejects(world.complete(held), { code: 'effects_forbidden' })
    await world.settle()
    assert.deepEqual(
      vendors.map(({ writes }) => writes.length),
      [0, 0],
    )
    assert.deepEqual(await world.approvals(), [])
  })
})
