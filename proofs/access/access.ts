// Verifies permissions: every principal at every operation and every tool, with the response that the contract declares.
import { join } from 'node:path'
import { openAdminPool } from '../../tests/harness/admin-client.ts'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { buildLocalApi, HOST_SUFFIX, startService } from '../../tests/harness/service.ts'
import { atLeast, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { countSurprises, listCells } from './cells.ts'
import { runFlagCells } from './flag-cells.ts'
import { runPausedCells } from './paused-cells.ts'
import { createPrincipals, type Site } from './principals.ts'
import { runCells, type Tally } from './run-cells.ts'

const env = { SERVICE_ACP_HOST: HOST_SUFFIX }
const SPOILED_MAIN = join(import.meta.dirname, 'spoiled-main.ts')

type Matrix = { principals: number; tally: Tally }

export const proof: Proof = {
  tier: 'change',
  budgetSeconds: 60,
  covers: [
    'contract/src/operations',
    'contract/src/mcp',
    'server/src/app/mounts',
    'server/src/app/operations.ts',
    'server/src/mcp',
    'server/src/domains/agents',
    'server/src/domains/keys',
    'server/src/domains/users',
    'server/src/domains/approvals',
  ],
  claim:
    'every kind of credential, valid or not, at every operation under /api, /agent and /ui and at every MCP tool, with every combination of the flags of an agent: each request is accepted or rejected as the contract declares, and a paused agent can only read',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const database = await createDatabase()
    const admin = openAdminPool(database.superuserUrl)
    const place = { databaseUrl: database.url, admin }
    try {
      const { principals, tally } = await checkRequests(place, options)
      const flags = await checkAgents(place, options)
      const all = [tally, ...flags]
      const sum = (name: keyof Tally) => all.reduce((total, one) => total + one[name], 0)
      return {
        figures: `${principals} principals, ${sum('cells')} cells, ${sum('denials')} of them denials, ${sum('wrong')} otherwise than declared`,
        criteria: [
          none('cells with another response than declared', sum('wrong')),
          none('operations and tools open to agents without a row in the proof', countSurprises()),
          atLeast('denials', sum('denials'), 1_000),
          atLeast('accepted requests', sum('cells') - sum('denials'), 500),
        ],
      }
    } finally {
      await admin.end()
      await database.drop()
    }
  },
}

/** The real program, or in the control the one with faults. */
async function checkRequests(
  place: Omit<Site, 'url'>,
  { control, log }: ProofOptions,
): Promise<Matrix> {
  const program = control ? { program: SPOILED_MAIN } : {}
  const args = ['--role', 'api']
  const service = await startService({ databaseUrl: place.databaseUrl, env, args, ...program })
  try {
    const principals = await createPrincipals({ ...place, url: service.url })
    const cells = listCells(principals)
    const tally = await runCells(service.url, cells, log)
    return { principals: principals.length, tally }
  } finally {
    await service.stop()
  }
}

/** In this process, because the effects are those of an integration that only tests have. */
async function checkAgents(place: Omit<Site, 'url'>, { log }: ProofOptions): Promise<Tally[]> {
  const api = await buildLocalApi({ databaseUrl: place.databaseUrl, env })
  const caller = createApiCaller()
  try {
    const url = await api.app.listen({ port: 0, host: '127.0.0.1' })
    const site = { ...place, url }
    return [await runFlagCells(site, caller, log), await runPausedCells(site, caller, log)]
  } finally {
    caller.close()
    await api.stop()
  }
}
