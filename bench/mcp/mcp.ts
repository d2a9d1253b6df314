// Tool calls at `/mcp` compared with requests of the same operation over REST.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { provisionTenants } from '../../tests/harness/measure/bench-tenants.ts'
import type { Measurement } from '../../tests/harness/measure/measurement.ts'
import {
  createAgent,
  createAgentClient,
  createTasks,
} from '../../tests/harness/work/agent-client.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { type Engine, startEngine } from '../lib/engine.ts'
import { writeReport } from '../lib/report.ts'
import { startServiceProcess } from '../lib/service-process.ts'
import { type Cell, compareSides, type Rounds, summarize } from '../lib/side-by-side.ts'
import { taskBody } from '../lib/task-body.ts'
import { sendRequests, type Variant } from '../lib/wrk.ts'

const CONNECTIONS = 16
const RUNS = 200
/** Each with a page of tasks. Equal reads at the same time would be sent to the database once. */
const QUEUES = 100
const PAGE = 10
const LEASE_SECONDS = 900
const GOAL = { ratio: 0.5 }
const REVISION = '2026-07-28'

const method = `Both sides send requests to one process with ${CONNECTIONS} connections and alternate in short rounds; the ratio is the median of
the rounds. The columns of pgbench are those of REST.

- \`find_tasks\` returns the ${PAGE} tasks of one of ${QUEUES} queues, as does \`GET /api/tasks\`.
- \`get_task\` returns a task and its comments. REST needs two requests, for the task and for its comments, so its rate is halved.
- \`report\` saves progress of one of ${RUNS} runs, as does \`POST /agent/runs/{run}/heartbeat\`.`

const ciRounds: Rounds = { count: 3, seconds: 2, warmUpSeconds: 3 }
const fullRounds: Rounds = { count: 11, seconds: 3, warmUpSeconds: 5 }

export const proof: Proof = {
  tier: 'release',
  tierReason: '`server/src/mcp` has tests; the ratio is reported only for releases',
  budgetSeconds: 120,
  exclusive: true,
  fullSizeForRelease: true,
  report: 'bench-mcp',
  covers: ['server/src/mcp', 'server/src/http'],
  claim: `tool calls over MCP at ${CONNECTIONS} connections, as a ratio to the same operation over REST`,
  hasControl: false,
  async prove(options): Promise<Verdict> {
    const engine = await startEngine()
    try {
      options.log(engine.description)
      const cells = await measure(engine, options)
      if (options.full) report(engine, cells)
      return summarize(cells, options)
    } finally {
      await engine.cluster.stop()
    }
  },
}

/** `requests`: how many of them return what one tool call does. */
type Side = { method: 'GET' | 'POST'; variants: Variant[]; requests?: number }
type Pair = { tool: Side; rest: Side }

async function measure(engine: Engine, { full, log }: ProofOptions): Promise<Cell[]> {
  const database = await createDatabase({ cluster: engine.cluster })
  const directory = mkdtempSync(join(tmpdir(), 'task-service-bench-'))
  const args = ['--role', 'api']
  const service = await startServiceProcess({ databaseUrl: database.url, directory, args })
  try {
    const pairs = await furnish(service.url, database.superuserUrl)
    const send = async (side: Side, seconds: number): Promise<Measurement> => {
      const { method: verb, variants, requests = 1 } = side
      const target = { url: service.url, connections: CONNECTIONS, directory }
      const load = { ...target, request: { method: verb }, variants }
      const measured = await sendRequests(load, seconds)
      return { ...measured, perSecond: measured.perSecond / requests }
    }
    const cells: Cell[] = []
    for (const [name, { tool, rest }] of Object.entries(pairs)) {
      const sides = {
        service: (seconds: number) => send(tool, seconds),
        engine: (seconds: number) => send(rest, seconds),
      }
      const cell = await compareSides(name, sides, full ? fullRounds : ciRounds, log)
      cells.push({ ...cell, goal: GOAL, reference: 'REST' })
    }
    return cells
  } finally {
    await service.stop()
    rmSync(directory, { recursive: true })
  }
}

/** One tenant with tasks, and an agent that has claimed some of them. */
async function furnish(url: string, superuserUrl: string): Promise<Record<string, Pair>> {
  const [tenant] = await provisionTenants(superuserUrl, 1)
  if (!tenant) throw new Error('there is no tenant')
  const { host, key } = tenant
  const owner = { url, apiKey: key, host }
  const token = await createAgent(owner, { name: 'bench', reads_beyond_claim: true })
  const queues = Array.from({ length: QUEUES }, (_, index) => `queue-${index}`)
  const drafts = queues.flatMap((queue) =>
    Array.from({ length: PAGE }, () => ({ ...taskBody, queue })),
  )
  const tasks = await createTasks(owner, drafts)
  await createTasks(
    owner,
    Array.from({ length: RUNS }, () => taskBody),
  )
  const runs = await claimAll({ url, host, token })
  const asOwner = { Host: host, 'X-API-Key': key }
  const asAgent = { Host: host, Authorization: `Bearer ${token}` }
  return createPairs({ queues, tasks, runs, asOwner, asAgent })
}

type Furniture = {
  queues: string[]
  tasks: string[]
  runs: Held[]
  asOwner: Record<string, string>
  asAgent: Record<string, string>
}

function createPairs({ queues, tasks, runs, asOwner, asAgent }: Furniture): Record<string, Pair> {
  const call = (name: string, args: object): Variant => toolCall(asAgent, name, args)
  const progress = { message: 'Half way', percent: 50 }
  return {
    find_tasks: {
      tool: {
        method: 'POST',
        variants: queues.map((queue) => call('find_tasks', { queue, limit: PAGE })),
      },
      rest: {
        method: 'GET',
        variants: queues.map((queue) => ({
          path: `/api/tasks?queue=${queue}&limit=${PAGE}`,
          headers: asOwner,
        })),
      },
    },
    get_task: {
      tool: { method: 'POST', variants: tasks.map((task) => call('get_task', { task })) },
      rest: {
        method: 'GET',
        variants: tasks.flatMap((task) =>
          ['', '/comments'].map((part) => ({
            path: `/api/tasks/${task}${part}`,
            headers: asOwner,
          })),
        ),
        requests: 2,
      },
    },
    report: {
      tool: {
        method: 'POST',
        variants: runs.map((held) => call('report', { ...held, ...progress })),
      },
      rest: {
        method: 'POST',
        variants: runs.map(({ run, lease_token }) => ({
          path: `/agent/runs/${run}/heartbeat`,
          headers: asAgent,
          body: { lease_token, lease_seconds: LEASE_SECONDS, progress },
        })),
      },
    },
  }
}

type Held = { run: string; lease_token: string }

async function claimAll(at: { url: string; host: string; token: string }): Promise<Held[]> {
  const caller = createApiCaller(1)
  const held: Held[] = []
  try {
    const agent = createAgentClient(caller, at)
    while (held.length < RUNS) {
      const claimed = await agent.claim({ max: 20, lease_seconds: LEASE_SECONDS })
      if (claimed.length === 0) throw new Error('there are too few tasks')
      held.push(...claimed.map(({ run, lease_token }) => ({ run: run.id, lease_token })))
    }
  } finally {
    caller.close()
  }
  return held
}

function toolCall(credential: Record<string, string>, name: string, args: object): Variant {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { name, arguments: args, _meta: meta }
  return {
    path: '/mcp',
    headers: {
      ...credential,
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': REVISION,
      'Mcp-Method': 'tools/call',
      'Mcp-Name': name,
    },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  }
}

function report(engine: Engine, cells: readonly Cell[]): void {
  const { count, seconds } = fullRounds
  writeReport({
    name: 'mcp',
    title: 'MCP compared with REST',
    claim: 'Rate of tool calls, as a ratio to requests of the same operation over REST.',
    method,
    engine,
    rounds: `${count} rounds of ${seconds} s for each side and row of the table`,
    cells,
  })
}
