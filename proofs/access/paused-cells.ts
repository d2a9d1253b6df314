// A paused agent with a run: everything that an agent can do, over REST and MCP. It may only read.
import { type ToolName, tokenOperations } from '@task-service/contract'
import type { ApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { provisionTenant } from '../../tests/harness/service.ts'
import { createAgent } from '../../tests/harness/work/agent-client.ts'
import { createClient, type Outcome, resultOf, succeed } from './client.ts'
import type { Site } from './principals.ts'
import type { Tally } from './run-cells.ts'

type Row = [body: Record<string, unknown>, expected: 'open' | 'agent_paused' | 'lease_lost']

const question = { kind: 'confirmation', prompt: 'Sure?' }

/** `lease_token` is added. */
const OPERATIONS: Record<string, Row> = {
  'questions.create': [question, 'lease_lost'],
  'runs.claim': [{}, 'agent_paused'],
  'runs.claim_task': [{}, 'agent_paused'],
  'runs.complete': [{ result: 1 }, 'lease_lost'],
  'runs.fail': [{ error: 'No' }, 'lease_lost'],
  'runs.get': [{}, 'open'],
  'runs.heartbeat': [{}, 'lease_lost'],
  'runs.preview_effects': [{}, 'lease_lost'],
  'runs.release': [{}, 'lease_lost'],
}

/** `run` and `lease_token` are added. */
const TOOLS: Record<ToolName, Row> = {
  whoami: [{}, 'open'],
  find_tasks: [{}, 'open'],
  get_task: [{}, 'open'],
  claim_task: [{}, 'agent_paused'],
  report: [{}, 'lease_lost'],
  ask: [question, 'lease_lost'],
  get_answers: [{}, 'lease_lost'],
  comment: [{ body: 'A comment' }, 'lease_lost'],
  preview_effects: [{}, 'lease_lost'],
  complete_task: [{ result: 1 }, 'lease_lost'],
  fail_task: [{ error: 'No' }, 'lease_lost'],
  release_task: [{}, 'lease_lost'],
  hand_off: [{ note: 'Later' }, 'lease_lost'],
  create_task: [{ title: 'Another task' }, 'agent_paused'],
}
const WITHOUT_A_RUN = new Set<string>([
  'whoami',
  'find_tasks',
  'get_task',
  'claim_task',
  'create_task',
])

export async function runPausedCells(
  site: Site,
  caller: ApiCaller,
  log: (line: string) => void,
): Promise<Tally> {
  const { agent, task, held } = await pauseWithRun(site, caller)
  const { run, lease_token } = held
  const tally = { cells: 0, denials: 0, wrong: 0 }
  const judge = (id: string, found: Outcome, expected: Row[1] | undefined) => {
    tally.cells++
    if (expected !== 'open') tally.denials++
    if (resultOf(found) === expected) return
    tally.wrong++
    log(`paused agent: ${id} returned ${resultOf(found)}, expected ${expected}`)
  }
  for (const [id, { method, path }] of Object.entries(tokenOperations)) {
    const [body, expected] = OPERATIONS[id] ?? [{}, undefined]
    const url = path.replace('{run}', run).replace('{task}', task)
    const sent = path.includes('{run}') ? { ...body, lease_token } : body
    judge(id, await (method === 'GET' ? agent.get(url) : agent.post(url, sent)), expected)
  }
  for (const [name, [args, expected]] of Object.entries(TOOLS)) {
    const sent = WITHOUT_A_RUN.has(name) ? args : { ...args, ...held }
    const call = agent.callTool(name, name === 'get_task' ? { task } : sent)
    judge(name, await call, expected)
  }
  return tally
}

async function pauseWithRun({ url, databaseUrl }: Site, caller: ApiCaller) {
  const { host, key } = await provisionTenant(databaseUrl, 'paused')
  const name = 'paused'
  const token = await createAgent({ url, apiKey: key, host }, { name, reads_beyond_claim: true })
  const owner = createClient(caller, url, { host, credential: { 'x-api-key': key } })
  const credential = { authorization: `Bearer ${token}` }
  const agent = createClient(caller, url, { host, credential })
  const create = async () =>
    String((await succeed(owner.post('/api/tasks', { title: 'A task' })))['id'])
  const [claimedTask, task] = [await create(), await create()]
  const claimed = await succeed(agent.post(`/agent/tasks/${claimedTask}/claim`, {}))
  const { id: run } = claimed['run'] as { id: string } // of the contract
  const held = { run, lease_token: String(claimed['lease_token']) }
  const { lease_token } = held
  await succeed(agent.post(`/agent/runs/${run}/heartbeat`, { lease_token }))
  await succeed(owner.post(`/api/agents/${name}/pause`))
  return { agent, task, held }
}
