// Every tool, with a mark in every stored text behind it: a result has a mark inside of a fence with its source and author, or
// not at all. A new tool needs a case.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ToolName } from '@task-service/contract'
import { newTenant } from '../../../tests/harness/test-api.ts'
import { openApproval } from '../../../tests/harness/work/gated-run.ts'
import { type MarkedTask, markedTask } from '../../../tests/harness/work/marked-task.ts'
import { mcpWithKey, type ToolAnswer } from '../../../tests/harness/work/mcp-client.ts'

type Held = { run: string; lease_token: string }
/** Calls the tool in every way that can return stored text. Returns the names of the marks that must be shown. */
type Case = (scene: MarkedTask, call: Call) => Promise<string[]>
type Call = (args?: Record<string, unknown>, options?: { asKey: true }) => Promise<ToolAnswer>

const LINE = ['title', 'assignee']
const SCHEMA = ['title', 'description', 'property', 'enum', 'other_enum'].map(
  (name) => `schema_${name}`,
)
const TASK = [
  ...LINE,
  ...SCHEMA,
  'description',
  'label',
  'checklist_text',
  'external_id',
  'url',
  ...['input', 'result', 'field'].flatMap((name) => [`${name}_name`, `${name}_value`]),
]
const DECISIONS = [
  ...['api', 'person', 'link', 'timeout'].flatMap((by) => [
    `answer_${by}`,
    `answer_name_${by}`,
    `note_${by}`,
  ]),
  'reason_api',
  'reason_person',
]
const LEFT = ['plan_title', 'plan_note', 'checkpoint_name', 'checkpoint_value', 'handoff']

async function claim(scene: MarkedTask): Promise<Held> {
  await change(scene, { delegate: null })
  const { data, text } = await scene.mcp.call('claim_task', { task: scene.task })
  assert.ok(data, text)
  return { run: data.run, lease_token: data.lease_token }
}

async function change(
  { client, task }: Pick<MarkedTask, 'client' | 'task'>,
  body: object,
): Promise<void> {
  assert.equal((await client.call('tasks.change', { params: { task }, body })).status, 200)
}

const delegate = (scene: MarkedTask) => change(scene, { delegate: scene.delegate })

const comment = (scene: MarkedTask, held: Held) =>
  scene.mcp.call('comment', { ...held, body: scene.marks.add('comment_bot', scene.from.bot) })

const setWrites = ({ client, integration }: MarkedTask, writes: string) =>
  client.call('integrations.change', { params: { integration }, body: { agent_writes: writes } })

const invalidResults = (scene: MarkedTask) => [
  {},
  { ...scene.result, more: 1 },
  Object.fromEntries(Object.keys(scene.result).map((name) => [name, 'none of them'])),
]

const cases: Record<ToolName, Case> = {
  async whoami(_scene, call) {
    await call()
    await call({}, { asKey: true })
    await call({ agent: 'bot' }, { asKey: true })
    return []
  },
  async find_tasks(scene, call) {
    await delegate(scene)
    await call()
    await call({ cursor: 'x.y' })
    return [...LINE, 'delegate']
  },
  async get_task(scene, call) {
    await delegate(scene)
    await call({ task: scene.task })
    await call({ task: scene.task }, { asKey: true })
    return [...TASK, 'delegate', 'comment_api', 'comment_person', 'comment_tracker']
  },
  async claim_task(scene, call) {
    await delegate(scene)
    const refused = await call({ task: scene.task })
    assert.equal(refused.error.code, 'task_not_claimable')
    await change(scene, { delegate: null })
    const { data } = await call({ task: scene.task })
    assert.equal(data.attempt, 3)
    return [...TASK, ...DECISIONS, ...LEFT, 'delegate']
  },
  async report(scene, call) {
    const held = await claim(scene)
    await call({ ...held, message: 'Half way' })
    const { marks, from } = scene
    await change(scene, {
      fields: { [marks.add('new_field', from.api)]: marks.add('new', from.api) },
    })
    const { data } = await call({ ...held, checkpoint: 1 })
    assert.deepEqual(data.source_changed, { fields: ['fields'] })
    await call({ ...held, lease_token: `lease_${'A'.repeat(32)}` })
    return DECISIONS
  },
  async get_answers(scene, call) {
    const held = await claim(scene)
    await call(held)
    await scene.mcp.call('complete_task', { ...held, result: scene.result })
    await call(held)
    const approval = await openApproval(scene.client)
    const { hash, id } = approval
    await scene.client.call('approvals.approve', { params: { approval: id }, body: { hash } })
    await call(held)
    return DECISIONS
  },
  async ask(scene, call) {
    const held = await claim(scene)
    await call({ ...held, kind: 'choice', prompt: 'Which?' })
    await call({ ...held, kind: 'confirmation', prompt: 'Sure?' })
    await call({ ...held, kind: 'confirmation', prompt: 'And now?' })
    return []
  },
  async comment(scene, call) {
    const held = await claim(scene)
    await call({ ...held, body: 'Looks fine' })
    await call({ ...held, body: '' })
    return []
  },
  async preview_effects(scene, call) {
    const held = await claim(scene)
    await comment(scene, held)
    const { data } = await call({ ...held, result: scene.result })
    assert.equal(data.policy, 'approve')
    for (const result of invalidResults(scene)) await call({ ...held, result })
    const effects = ['external_key', 'remote_field', 'remote_title', 'title', 'comment_bot']
    return [...effects, 'schema_property', 'schema_enum', 'schema_other_enum']
  },
  async complete_task(scene, call) {
    const held = await claim(scene)
    for (const result of invalidResults(scene)) {
      assert.equal((await call({ ...held, result })).error.code, 'result_invalid')
    }
    await setWrites(scene, 'forbid')
    const forbidden = await call({ ...held, result: scene.result })
    assert.equal(forbidden.error.code, 'effects_forbidden', forbidden.text)
    await setWrites(scene, 'approve')
    const { data } = await call({ ...held, result: scene.result })
    assert.equal(data.task.status, 'in_review')
    await call({ ...held, result: scene.result })
    return ['schema_property', 'schema_enum', 'schema_other_enum', 'external_key', 'remote_field']
  },
  async fail_task(scene, call) {
    const held = await claim(scene)
    await call({ ...held, error: 'No access', retryable: false })
    await call({ ...held, error: '' })
    return []
  },
  async release_task(scene, call) {
    const held = await claim(scene)
    await call(held)
    await call({ ...held, delay_seconds: -1 })
    return []
  },
  async hand_off(scene, call) {
    await call({ ...(await claim(scene)), note: 'Ask Ada' })
    return []
  },
  async create_task(scene, call) {
    await call({ title: 'Follow up', parent: scene.task })
    await call({ title: 'Follow up', queue: 'Not a queue' })
    return []
  },
}

/** The task ends with them. The others share one, and each returns it to its queue. */
const ENDING: readonly string[] = ['get_answers', 'complete_task', 'fail_task']
let shared: Promise<MarkedTask> | undefined

async function returnToQueue({ client, task }: MarkedTask): Promise<void> {
  const live = { task, state: ['working', 'parked'] }
  const { data } = (await client.call('runs.list', { query: live })).body
  for (const { id } of data) {
    await client.call('runs.cancel', { params: { run: id }, body: { force: true } })
  }
  if (data.length > 0) await change({ client, task }, { status: 'ready' })
}

test('every tool that the server lists has a case', async () => {
  const tools = await mcpWithKey(await newTenant()).tools()
  assert.deepEqual(tools.toSorted(), Object.keys(cases).toSorted())
})

for (const [name, run] of Object.entries(cases)) {
  test(`${name} returns stored text only inside of fences, with its source and author`, async () => {
    const scene = await (ENDING.includes(name) ? markedTask() : (shared ??= markedTask()))
    const shown = new Set<string>()
    const faults = new Set<string>()
    const must = await run(scene, async (args = {}, options) => {
      const answer = await (options?.asKey ? mcpWithKey(scene.client) : scene.mcp).call(name, args)
      const found = scene.marks.check(answer)
      for (const mark of found.shown) shown.add(mark)
      for (const fault of found.faults) faults.add(fault)
      return answer
    })
    await returnToQueue(scene)
    assert.deepEqual([...faults].toSorted(), [])
    assert.deepEqual([...shown].toSorted(), must.toSorted())
  })
}
