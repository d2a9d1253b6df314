// What the flags of an agent decide beyond which tools it has: which tasks it reads, and what becomes of its effects on external
// systems. Every combination of flags, with every setting of an integration, over REST and MCP.
import { randomUUID } from 'node:crypto'
import { AGENT_WRITES, type AgentWrites } from '@task-service/contract'
import type { Pool } from 'pg'
import type { ApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { provisionTenant, type TestTenant } from '../../tests/harness/service.ts'
import { createAgent } from '../../tests/harness/work/agent-client.ts'
import { type Client, createClient, resultOf, succeed } from './client.ts'
import { FLAG_SETS, type FlagSet, nameOf } from './flags.ts'
import type { Site } from './principals.ts'
import type { Tally } from './run-cells.ts'

type Scene = { owner: Client; agent: Client; integrations: Record<AgentWrites, string> }
type Held = { run: string; lease_token: string; task: string }

/** A cell: what was found and what must be. */
type Judge = (name: string, found: string, expected: string) => void

export async function runFlagCells(
  site: Site,
  caller: ApiCaller,
  log: (line: string) => void,
): Promise<Tally> {
  const tenant = await provisionTenant(site.databaseUrl, 'flags')
  const integrations = await plantIntegrations(site.admin, tenant)
  const owner = createClient(caller, site.url, {
    host: tenant.host,
    credential: { 'x-api-key': tenant.key },
  })
  const tally = { cells: 0, denials: 0, wrong: 0 }
  for (const flags of FLAG_SETS) {
    const asOwner = { url: site.url, apiKey: tenant.key, host: tenant.host }
    const token = await createAgent(asOwner, { name: nameOf(flags), ...flags })
    const credential = { authorization: `Bearer ${token}` }
    const agent = createClient(caller, site.url, { host: tenant.host, credential })
    const judge: Judge = (name, found, expected) => {
      tally.cells++
      if (!['open', 'completed', 'allow'].includes(expected)) tally.denials++
      if (found === expected) return
      tally.wrong++
      log(`${nameOf(flags)}: ${name} returned ${found}, expected ${expected}`)
    }
    await judgeReads({ owner, agent, integrations }, flags, judge)
    await judgeEffects({ owner, agent, integrations }, flags, judge)
  }
  return tally
}

async function judgeReads(scene: Scene, flags: FlagSet, judge: Judge): Promise<void> {
  const held = await claim(scene)
  const other = await createTask(scene)
  const read = async (task: string) => resultOf(await scene.agent.callTool('get_task', { task }))
  judge('get_task of the claimed task', await read(held.task), 'open')
  const expected = flags.reads_beyond_claim ? 'open' : 'tool_not_allowed'
  judge('get_task of another task', await read(other), expected)
}

async function judgeEffects(scene: Scene, flags: FlagSet, judge: Judge): Promise<void> {
  for (const setting of AGENT_WRITES) {
    const policy = expectedPolicy(flags, setting)
    const outcome = { allow: 'completed', approve: 'in_review', forbid: 'effects_forbidden' }[
      policy
    ]
    const byRest = await claim(scene, setting)
    const { run, task: _linked, ...lease } = byRest
    const previewed = await scene.agent.post(`/agent/runs/${run}/preview`, lease)
    judge(`preview with ${setting}`, fieldOf(previewed, 'policy'), policy)
    const done = await scene.agent.post(`/agent/runs/${run}/complete`, { ...lease, result: 1 })
    judge(`complete with ${setting}`, fieldOf(done, 'status'), outcome)
    const { task: _, ...held } = await claim(scene, setting)
    const shown = await scene.agent.callTool('preview_effects', held)
    judge(`preview_effects with ${setting}`, fieldOf(shown, 'policy'), policy)
    const ended = await scene.agent.callTool('complete_task', { ...held, result: 1 })
    const { task: after } = 'body' in ended ? ended.body : {}
    const status = (after as { status?: string } | undefined)?.status ?? resultOf(ended) // of the tool
    judge(`complete_task with ${setting}`, status, outcome)
  }
}

/** Said a second time here, so that a mistake in the policy is not a mistake in its judge. */
function expectedPolicy(flags: FlagSet, setting: AgentWrites): AgentWrites {
  if (setting === 'forbid' || !flags.writes_outward) return 'forbid'
  const hasAll = flags.reads_external && flags.reads_beyond_claim
  return hasAll ? 'approve' : setting
}

const fieldOf = (outcome: Awaited<ReturnType<Client['get']>>, name: string): string =>
  'code' in outcome ? outcome.code : String(outcome.body[name])

async function createTask({ owner }: Scene): Promise<string> {
  return String((await succeed(owner.post('/api/tasks', { title: 'A task' })))['id'])
}

/** With a setting, the task is linked with an item that completing it would create. */
async function claim(scene: Scene, setting?: AgentWrites): Promise<Held> {
  const { owner, agent, integrations } = scene
  const task = await createTask(scene)
  if (setting) {
    await succeed(owner.post(`/api/tasks/${task}/links`, { integration: integrations[setting] }))
  }
  const claimed = await succeed(agent.post(`/agent/tasks/${task}/claim`, {}))
  const { id: run } = claimed['run'] as { id: string } // of the contract
  return { run, lease_token: String(claimed['lease_token']), task }
}

/** Without a credential, so that no vendor is called. */
async function plantIntegrations(
  admin: Pool,
  { id: tenantId }: TestTenant,
): Promise<Record<AgentWrites, string>> {
  const planted: [AgentWrites, string][] = []
  for (const setting of AGENT_WRITES) {
    const id = randomUUID()
    await admin.query(
      `insert into integrations (tenant_id, id, provider, name, config, hosts, mapping, poll_seconds, agent_writes,
         created_by, created_at, updated_at)
       values ($1, $2, 'tracker', $3, '{"url": "https://93.184.215.14"}', '{93.184.215.14}', '{}', 60, $3,
         'system:proof', now(), now())`,
      [tenantId, id, setting],
    )
    planted.push([setting, `int_${id.replaceAll('-', '')}`])
  }
  return Object.fromEntries(planted) as Record<AgentWrites, string> // every setting is planted
}
