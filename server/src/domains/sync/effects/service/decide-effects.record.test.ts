// What leads from a decision to its receipt, and what a change of an agent means for what waits for a decision.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type AgentScene,
  type AgentSettings,
  BOT,
  openAgentScene,
} from '../../../../../../tests/harness/sync/agent-scene.ts'
import { stageOfFile } from '../../../../../../tests/harness/sync/stage.ts'
import type { SceneOptions } from '../../../../../../tests/harness/sync/sync-scene.ts'
import { recheckAgent } from './recheck-held.ts'

const stage = stageOfFile()

const scene = (options?: SceneOptions, settings?: AgentSettings) =>
  openAgentScene(stage, { agentWrites: 'approve', ...options }, settings)

async function approved(world: AgentScene) {
  const { item, task } = await world.newItem()
  await world.complete(await world.claim(task))
  const open = await world.openApproval()
  await world.approve(open)
  return { item, task, hash: open.hash }
}

type Entry = { action: string; actor: string; changes: { field: string; to: unknown }[] }

const auditOf = async (world: AgentScene) =>
  (await world.rows(
    `select action, actor, changes from audit_entries where tenant_id = $1 and action like 'approval.%' order by id`,
  )) as Entry[] // its columns

describe('the audit log', () => {
  it('has the approver, the hash and the receipt of the vendor', async () => {
    const world = await scene()
    const { item, hash } = await approved(world)
    await world.settle()
    const entries = await auditOf(world)
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['approval.requested', 'approval.approved', 'approval.spent', 'approval.confirmed'],
    )
    const valueOf = ({ changes }: Entry, name: string) =>
      changes.find(({ field }) => field === name)?.to
    for (const entry of entries) {
      assert.deepEqual([valueOf(entry, 'effects_hash'), valueOf(entry, 'agent')], [hash, BOT])
    }
    assert.deepEqual(
      entries.slice(0, 2).map(({ actor }) => actor),
      [`agent:${BOT}`, `${world.person.kind}:${world.person.id}`],
    )
    const receipt = valueOf(entries[3] as Entry, 'receipt') as Record<string, unknown> // as written
    const { version } = world.vendor.get(item)
    assert.deepEqual([receipt['kind'], receipt['external_version']], ['update', String(version)])
  })
})

describe('spending an approval', () => {
  it('and planning the write happen together or not at all', async () => {
    const world = await scene()
    const { item } = await approved(world)
    await stage.query(`create function refuse_plan() returns trigger language plpgsql
      as $$ begin raise exception 'not now'; end $$`)
    await stage.query(`create trigger refuse_plan before insert on write_backs for each row
      when (new.state = 'planned') execute function refuse_plan()`)
    try {
      await world.settle(3).catch(() => undefined)
      const [row] = await world.rows(
        'select state, spent_links from approvals where tenant_id = $1',
      )
      assert.deepEqual(row, { state: 'approved', spent_links: [] })
      assert.equal(world.vendor.writes.length, 0)
    } finally {
      await stage.query('drop function refuse_plan cascade')
    }
    await world.change(await world.taskOf(item), { priority: 'high' })
    await stage.endRest(world)
    await world.settle()
    for (const open of (await world.approvals()).filter(({ state }) => state === 'open')) {
      await world.approve(open)
    }
    await world.settle()
    assert.equal(world.vendor.writes.length, 1)
  })
})

const setFlags = async (world: AgentScene, set: string) => {
  await stage.query(`update agents set ${set} where tenant_id = $1`, [world.tenantId])
  await world.as(world.person, (ctx) => recheckAgent(ctx, BOT))
  await world.settle()
}

async function waiting(settings: AgentSettings) {
  const world = await scene({ agentWrites: 'allow' }, settings)
  const { item, task } = await world.newItem()
  await world.sayAsAgent(task, 'Hello')
  await world.settle()
  assert.equal((await world.openApproval()).effects[0]?.policy, 'approve')
  assert.equal(world.vendor.writes.length, 0)
  return { world, item }
}

describe('a change of an agent', () => {
  it('that needs no person any longer sends what waited', async () => {
    const { world } = await waiting({ reads_beyond_claim: true })
    await setFlags(world, 'reads_beyond_claim = false')
    assert.deepEqual(
      world.vendor.writes.map(({ kind }) => kind),
      ['comment'],
    )
    assert.equal((await world.approvals())[0]?.state, 'stale')
  })

  it('that may not write outward any longer ends what waited', async () => {
    const { world } = await waiting({ reads_beyond_claim: true })
    await setFlags(world, 'writes_outward = false')
    assert.equal(world.vendor.writes.length, 0)
    assert.equal((await world.approvals())[0]?.state, 'stale')
  })

  it('to one that reads, knows and writes holds what was allowed', async () => {
    const world = await scene({ agentWrites: 'allow' })
    const { task } = await world.newItem()
    const held = await world.claim(task)
    await stage.query('update agents set reads_beyond_claim = true where tenant_id = $1', [
      world.tenantId,
    ])
    await world.settle()
    assert.equal(world.vendor.writes.length, 0, 'also the claim')
    assert.equal((await world.complete(held)).status, 'in_review')
  })
})
