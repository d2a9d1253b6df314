// Effects that no run waits for (comments, failed and created tasks), and approvals that must not be used twice or for others.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Failure } from '@task-service/kit'
import { spendLink } from '#domains/approvals/index.ts'
import { createTasks } from '#domains/tasks/index.ts'
import {
  type AgentScene,
  type AgentSettings,
  BOT,
  openAgentScene,
} from '../../../../../../tests/harness/sync/agent-scene.ts'
import { stageOfFile } from '../../../../../../tests/harness/sync/stage.ts'
import type { SceneOptions } from '../../../../../../tests/harness/sync/sync-scene.ts'

const stage = stageOfFile()

const scene = (options?: SceneOptions, settings?: AgentSettings) =>
  openAgentScene(stage, { agentWrites: 'approve', ...options }, settings)

async function said(world: AgentScene) {
  const { item, task } = await world.newItem()
  await world.sayAsAgent(task, 'Hello')
  await world.say(task, 'Hello from a person')
  await world.settle()
  return { item, task }
}

const bodiesOf = ({ vendor }: AgentScene, item: string) =>
  vendor.get(item).comments.map(({ body }) => body)

describe('a comment of an agent', () => {
  it('is sent after it was approved; those of people at once', async () => {
    const world = await scene()
    const { item } = await said(world)
    assert.deepEqual(bodiesOf(world, item), ['Hello from a person'])
    const open = await world.openApproval()
    assert.deepEqual([open.run_id, open.agent, open.effects[0]?.kind], [null, BOT, 'comment'])
    assert.equal((await world.approve(open)) === undefined, false)
    await world.settle()
    assert.deepEqual(bodiesOf(world, item), ['Hello from a person', 'Hello'])
    assert.equal((await world.approvals())[0]?.state, 'spent')
  })

  it('is never sent once it was rejected, and not asked about again', async () => {
    const world = await scene()
    const { item } = await said(world)
    await world.reject(await world.openApproval())
    await world.settle()
    world.vendor.edit(item, { priority: 'p1' })
    await world.pullNow()
    await world.settle()
    assert.deepEqual(bodiesOf(world, item), ['Hello from a person'])
    assert.deepEqual(
      (await world.approvals()).map(({ state }) => state),
      ['rejected'],
    )
  })

  it('is sent as it was edited', async () => {
    const world = await scene()
    const { item } = await said(world)
    const open = await world.openApproval()
    const id = open.effects[0]?.comment?.id ?? ''
    const edited = await world.edit(open, { comments: [{ id, body: 'Hello, sir' }] })
    assert.notEqual(edited.hash, open.hash)
    assert.equal(await world.approve(open), undefined, 'the hash of the old text')
    await world.approve(edited)
    await world.settle()
    assert.deepEqual(bodiesOf(world, item), ['Hello from a person', 'Hello, sir'])
  })

  it('is sent when the policy changes to allow', async () => {
    const world = await scene()
    const { item, task } = await said(world)
    await stage.query(`update integrations set agent_writes = 'allow' where tenant_id = $1`, [
      world.tenantId,
    ])
    await world.say(task, 'Another')
    await world.settle()
    assert.deepEqual(bodiesOf(world, item).toSorted(), ['Another', 'Hello', 'Hello from a person'])
    assert.equal((await world.approvals())[0]?.state, 'stale')
  })
})

describe('a task that an agent failed', () => {
  it('is failed there after an approval', async () => {
    const world = await scene()
    const { item, task } = await world.newItem()
    await world.fail(await world.claim(task))
    await world.settle()
    assert.equal(world.vendor.writes.length, 0)
    const open = await world.openApproval()
    assert.deepEqual(open.effects[0]?.fields, { status: { from: '1', to: '7' } })
    await world.approve(open)
    await world.settle()
    assert.equal(world.vendor.get(item).fields.status, '7')
    assert.ok((await world.current(task)).settled_at)
  })

  it('is what a person makes of it, without an approval', async () => {
    const world = await scene()
    const { item, task } = await world.newItem()
    await world.fail(await world.claim(task))
    await world.settle()
    const ready = await world.change(await world.current(task), { status: 'ready' })
    assert.equal((await world.approvals())[0]?.state, 'withdrawn')
    await world.change(ready, { status: 'completed' })
    await world.settle()
    assert.equal(world.vendor.get(item).fields.status, '5')
  })
})

describe('a task that an agent created', () => {
  it('is created there after an approval, once', async () => {
    const world = await scene({ outgoingQueue: 'out' })
    await world.settle()
    const agent = { kind: 'agent', id: BOT } as const
    await world.as(agent, (ctx) => createTasks(ctx, [{ title: 'Spam', queue: 'out' }]))
    await world.settle()
    assert.equal(world.vendor.items.size, 0)
    const open = await world.openApproval()
    assert.deepEqual(
      [open.effects[0]?.kind, open.effects[0]?.fields['title']?.to],
      ['create', 'Spam'],
    )
    await world.approve(open)
    await world.settle()
    assert.equal(world.vendor.items.size, 1)
    assert.equal((await world.approvals())[0]?.receipts[0]?.kind, 'create')
  })
})

async function approved(world: AgentScene) {
  const { item, task } = await world.newItem()
  await world.complete(await world.claim(task))
  await world.approve(await world.openApproval())
  return { item, task }
}

describe('an approval', () => {
  it('is spent once, also if several try', async () => {
    const world = await scene()
    await approved(world)
    const [row] = await world.rows('select id from approvals where tenant_id = $1')
    const [link] = await world.rows('select id from links where tenant_id = $1')
    const spent = await Promise.all(
      Array.from({ length: 4 }, () =>
        world.as(world.person, ({ tx }) =>
          spendLink(tx, String(row?.['id']), String(link?.['id']), true),
        ),
      ),
    )
    assert.equal(spent.filter((one) => one !== undefined).length, 1)
  })

  it('of other effects than those that are about to be sent sends nothing', async () => {
    const world = await scene()
    const { item } = await approved(world)
    let failures = 0
    world.vendor.hook = async (call, when) => {
      if (call !== 'push' || when !== 'before' || failures++ > 0) return
      // Planned and not sent yet: someone changes what was approved, past the service.
      await stage.query(
        `update approvals set effects = replace(effects::text, '"5"', '"6"')::json where tenant_id = $1`,
        [world.tenantId],
      )
      throw new Failure('transient', 'Try again.')
    }
    await world.settle()
    assert.deepEqual([failures, world.vendor.get(item).fields.status], [1, '1'])
  })

  it('does not hold for an item that changed before the write was repeated', async () => {
    const world = await scene()
    const { item } = await approved(world)
    let failures = 0
    world.vendor.hook = async (call, when) => {
      if (call !== 'push' || when !== 'before' || failures++ > 0) return
      world.vendor.edit(item, { priority: 'p1' })
      throw new Failure('transient', 'Try again.')
    }
    await world.settle()
    assert.equal(world.vendor.get(item).fields.status, '1')
    const again = await world.openApproval()
    assert.ok(again.previous)
    await world.approve(again)
    await world.settle()
    assert.equal(world.vendor.get(item).fields.status, '5')
  })
})
