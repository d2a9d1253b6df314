// How many comments of one item are sent or wait for an approval at a time, with a real database and a vendor in memory: every
// comment is sent once, however many there are, and those of people do not wait for those of agents.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Approval, Task } from '@task-service/contract'
import { Failure } from '@task-service/kit'
import {
  type AgentScene,
  BOT,
  openAgentScene,
} from '../../../../../../tests/harness/sync/agent-scene.ts'
import { stageOfFile } from '../../../../../../tests/harness/sync/stage.ts'
import type { SceneOptions } from '../../../../../../tests/harness/sync/sync-scene.ts'

const stage = stageOfFile()

const scene = (options?: SceneOptions) =>
  openAgentScene(stage, { agentWrites: 'approve', ...options })

const AGENTS = 50
const PEOPLE = 100

const numbered = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => `${name} ${n + 1}`)

async function sayAll(world: AgentScene, task: Task, bodies: readonly string[], agent = BOT) {
  for (const body of bodies) await world.sayAsAgent(task, body, agent)
}

async function sayAllAsPerson(world: AgentScene, task: Task, bodies: readonly string[]) {
  for (const body of bodies) await world.say(task, body)
}

const bodiesOf = ({ vendor }: AgentScene, item: string) =>
  vendor.get(item).comments.map(({ body }) => body)

const commentsIn = ({ effects }: Approval) =>
  effects.flatMap(({ comment }) => (comment ? [comment.body] : []))

const countStates = async ({ rows }: AgentScene) =>
  Object.fromEntries(
    (
      await rows(
        'select state, count(*)::int as n from write_backs where tenant_id = $1 group by 1',
      )
    ).map(({ state, n }) => [state, n]),
  )

/** Until it accepts again, some turns of the engine at a time. */
async function whileRejecting(world: AgentScene, turns: number): Promise<void> {
  world.vendor.hook = async (call, when) => {
    if (call === 'push' && when === 'before') throw new Failure('transient', 'Try again.')
  }
  await assert.rejects(world.settle(turns), /there is more to do/)
  world.vendor.hook = async () => undefined
}

describe('comments of agents that need approvals', () => {
  it('are approved in parts, and each is sent once', async () => {
    const world = await scene()
    const { item, task } = await world.newItem()
    const bodies = numbered(2 * AGENTS + 20, 'Note')
    await sayAll(world, task, bodies)
    for (const size of [AGENTS, AGENTS, 20]) {
      await world.settle()
      const open = await world.openApproval()
      assert.deepEqual([open.effects.length, open.previous], [size, null])
      assert.equal((await world.approve(open))?.state, 'approved')
    }
    await world.settle()
    assert.deepEqual(bodiesOf(world, item), bodies)
    assert.equal(world.vendor.writes.length, bodies.length)
    const states = (await world.approvals()).map(({ state }) => state)
    assert.deepEqual(states, ['spent', 'spent', 'spent'])
    assert.deepEqual(world.warnings, [])
  })

  it('are limited in bytes', async () => {
    const world = await scene()
    const { task } = await world.newItem()
    await sayAll(world, task, Array(20).fill('ü'.repeat(10_000)))
    await world.settle()
    assert.equal((await world.openApproval()).effects.length, 13)
  })

  it('are taken from each agent in turn', async () => {
    const world = await scene()
    await world.addAgent('quiet')
    const { task } = await world.newItem()
    await sayAll(world, task, numbered(AGENTS + 10, 'Noise'))
    await sayAll(world, task, numbered(3, 'Quiet'), 'quiet')
    await world.settle()
    const taken = commentsIn(await world.openApproval())
    assert.deepEqual(taken, [...numbered(AGENTS - 3, 'Noise'), ...numbered(3, 'Quiet')])
  })

  it('do not wait for those of an agent that may not write', async () => {
    const world = await scene()
    await world.addAgent('mute', { writes_outward: false })
    const { task } = await world.newItem()
    await sayAll(world, task, numbered(AGENTS, 'Never'), 'mute')
    await sayAll(world, task, numbered(AGENTS, 'Note'))
    await world.settle()
    assert.deepEqual(commentsIn(await world.openApproval()), numbered(AGENTS, 'Note'))
  })

  it('follow when a part was rejected', async () => {
    const world = await scene()
    const { item, task } = await world.newItem()
    await sayAll(world, task, numbered(AGENTS + 1, 'Note'))
    await world.settle()
    await world.reject(await world.openApproval())
    await world.settle()
    await world.approve(await world.openApproval())
    await world.settle()
    assert.deepEqual(bodiesOf(world, item), [`Note ${AGENTS + 1}`])
  })

  it('wait for a vendor that takes none, and no more are asked for', async () => {
    const world = await scene()
    const { item, task } = await world.newItem()
    const bodies = numbered(AGENTS + 10, 'Note')
    await sayAll(world, task, bodies)
    await world.settle()
    await world.approve(await world.openApproval())
    await whileRejecting(world, 5)
    assert.deepEqual(await countStates(world), { planned: AGENTS })
    assert.equal((await world.approvals()).length, 1)
    await world.settle()
    await world.approve(await world.openApproval())
    await world.settle()
    assert.deepEqual(bodiesOf(world, item).toSorted(), bodies.toSorted())
  })

  it('are part of the approval of a run as far as they fit', async () => {
    const world = await scene()
    const { item, task } = await world.newItem()
    const bodies = numbered(AGENTS + 10, 'Note')
    const held = await world.claim(task)
    await sayAll(world, task, bodies)
    await world.complete(held)
    await world.settle()
    const open = await world.openApproval()
    assert.deepEqual([open.effects.length, commentsIn(open).length], [AGENTS + 1, AGENTS])
    await world.approve(open)
    await world.settle()
    assert.equal(world.vendor.get(item).fields.status, '5')
    await world.approve(await world.openApproval())
    await world.settle()
    assert.deepEqual(bodiesOf(world, item), bodies)
    assert.ok((await world.current(task)).settled_at)
  })
})

describe('comments of people', () => {
  it('are sent while many of agents wait for an approval', async () => {
    const world = await scene()
    const { item, task } = await world.newItem()
    await sayAll(world, task, numbered(AGENTS + 10, 'Note'))
    await world.settle()
    await world.say(task, 'Hello from a person')
    await world.settle()
    assert.deepEqual(bodiesOf(world, item), ['Hello from a person'])
  })

  it('are sent before those of agents that a vendor does not take', async () => {
    const world = await scene({ agentWrites: 'allow' })
    const { item, task } = await world.newItem()
    await sayAll(world, task, numbered(AGENTS + 10, 'Note'))
    await whileRejecting(world, 5)
    assert.deepEqual(await countStates(world), { planned: AGENTS })
    await world.say(task, 'Hello from a person')
    await world.settle()
    const [first, ...others] = bodiesOf(world, item)
    assert.equal(first, 'Hello from a person')
    assert.deepEqual(others.toSorted(), numbered(AGENTS + 10, 'Note').toSorted())
  })

  it('are planned up to a limit, and each is sent once', async () => {
    const world = await scene()
    const { item, task } = await world.newItem()
    const bodies = numbered(PEOPLE + 30, 'Hello')
    await sayAllAsPerson(world, task, bodies)
    await whileRejecting(world, 5)
    assert.deepEqual(await countStates(world), { planned: PEOPLE })
    await world.settle()
    assert.deepEqual(bodiesOf(world, item).toSorted(), bodies.toSorted())
    assert.equal(world.vendor.writes.length, bodies.length)
  })

  it('follow when the vendor has rejected all before', async () => {
    const world = await scene()
    const { task } = await world.newItem()
    world.vendor.hook = async (call, when) => {
      if (call === 'push' && when === 'before') throw new Failure('invalid', 'No comments.')
    }
    // Six of them fit.
    await sayAllAsPerson(world, task, Array(8).fill('𝄞'.repeat(20_000)))
    await world.settle()
    assert.deepEqual(await countStates(world), { failed: 8 })
  })
})
