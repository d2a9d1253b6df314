// Verifies `/mcp`: the conformance suite of the protocol, its official clients, a matrix of requests, and calls of many tenants
// on the same connections.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { atLeast, type Criterion, isTrue, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { interleaveCalls } from './interleaved-calls.ts'
import { runMatrix } from './matrix-run.ts'
import { workWithClients } from './official-clients.ts'
import { checkDefinitions, checkFixture, checkProduct } from './protocol.ts'
import { openStage, type Stage } from './stage.ts'

const ciSize = { cases: 300, tenants: 10, calls: 1_000 }
const fullSize = { cases: 3_000, tenants: 50, calls: 10_000 }
const LEAST_ALLOWED = 50

const INSTALLER = join(import.meta.dirname, '../../tools/install-mcp-tools.sh')

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'installs 170 MB of clients and the conformance suite; `server/src/mcp` has tests of the same checks',
  budgetSeconds: 180,
  // Some scenarios of the suite wait for half a second only.
  exclusive: true,
  fullSizeForRelease: true,
  covers: ['server/src/mcp', 'server/src/app/mounts/mount-mcp.ts', 'contract/src/mcp'],
  claim:
    'the conformance suite of MCP passes behind the authentication of /mcp, official clients of both revisions complete tasks, requests are accepted or rejected as a table says, and no response has data of another tenant',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const stage = await openStage(options)
    try {
      const guarded = [await checkRequests(stage, options), await checkTenants(stage, options)]
      // The control changes neither the protocol nor the clients.
      if (options.control) return combine(guarded)
      const tools = execFileSync('sh', [INSTALLER], { encoding: 'utf8' }).trim()
      return combine([
        await checkFixture(stage, tools, options),
        await checkProduct(stage, tools, options),
        await checkClients(stage, tools, options),
        ...guarded,
        await checkDefinitions(stage, tools),
      ])
    } finally {
      await stage.stop()
    }
  },
}

function combine(parts: readonly Verdict[]): Verdict {
  const criteria: Criterion[] = parts.flatMap((part) => part.criteria)
  return { figures: parts.map(({ figures }) => figures).join('; '), criteria }
}

async function checkRequests(stage: Stage, options: ProofOptions): Promise<Verdict> {
  const { cases: count } = options.full ? fullSize : ciSize
  const outcome = await runMatrix(stage.sites, stage.admin, count, options)
  const { cases, allowed, refused, wrong } = outcome
  return {
    figures: `${cases} requests, ${allowed} accepted and ${refused} rejected, ${wrong} otherwise than the table says`,
    criteria: [
      none('requests with a wrong outcome', wrong),
      atLeast('requests to accept', allowed, LEAST_ALLOWED),
      atLeast('requests to reject', refused, LEAST_ALLOWED),
    ],
  }
}

async function checkTenants(stage: Stage, options: ProofOptions): Promise<Verdict> {
  const size = options.full ? fullSize : ciSize
  const { databaseUrl, admin, sites } = stage
  const site = { url: sites['many tenants'].url, databaseUrl, admin }
  const outcome = await interleaveCalls(site, size, options)
  const { calls, foreign, unexpected, marked, refusals, completed } = outcome
  return {
    figures: `${calls} calls of ${size.tenants} tenants, ${foreign} with data of another tenant, ${unexpected} unexpected errors, ${refusals} rejected attempts to reach another tenant, ${completed} tasks completed`,
    criteria: [
      none('responses and rows with data of another tenant', foreign),
      none('unexpected errors', unexpected),
      atLeast('responses with data of their own tenant', marked, calls / 4),
      atLeast('rejected attempts to reach another tenant', refusals, calls / 20),
      atLeast('completed tasks', completed, size.tenants),
    ],
  }
}

async function checkClients(stage: Stage, tools: string, options: ProofOptions): Promise<Verdict> {
  const { url, key: apiKey, token } = stage.sites['one tenant']
  const outcomes = await workWithClients(tools, { url, apiKey, token, admin: stage.admin })
  const failed = outcomes.filter(({ fault }) => fault !== undefined)
  for (const { client, fault } of failed) options.log(`${client}: ${fault}`)
  return {
    figures: `${outcomes.length - failed.length} of ${outcomes.length} clients completed a task`,
    criteria: outcomes.map(({ client, fault }) =>
      isTrue(`task completed with ${client}`, fault === undefined),
    ),
  }
}
