// Operations on agents and their tokens bound to the rules; nothing is parsed or decided here.
import { type Agent, PAGE_LIMIT_DEFAULT } from '@task-service/contract'
import type { Routes } from '#http/route.ts'
import {
  changeAgent,
  type EndRuns,
  pauseAgent,
  type RecheckEffects,
  removeAgent,
  resumeAgent,
} from './service/change-agent.ts'
import { createAgent } from './service/create-agent.ts'
import { getAgent, listPage } from './service/get-agent.ts'
import { createToken, listTokens, revokeAgentToken } from './service/manage-tokens.ts'

export type { EndRuns }

export type AgentParts = { pepper: Buffer; endRuns: EndRuns; recheckEffects: RecheckEffects }

function etag({ version }: Agent): { etag: string } {
  return { etag: `"${version}"` }
}

export function createRoutes({ pepper, endRuns, recheckEffects }: AgentParts) {
  return {
    'agents.list': async (ctx, { query }) => {
      const page = { limit: query.limit ?? PAGE_LIMIT_DEFAULT, cursor: query.cursor }
      return { status: 200, body: await listPage(ctx, page) }
    },
    'agents.create': async (ctx, { body }) => {
      const agent = await createAgent(ctx, body)
      const headers = { location: `/api/agents/${agent.name}`, ...etag(agent) }
      return { status: 201, body: agent, headers }
    },
    'agents.get': async (ctx, { params }) => {
      const agent = await getAgent(ctx, params.agent)
      return { status: 200, body: agent, headers: etag(agent) }
    },
    'agents.change': async (ctx, { params, body, ifMatch }) => {
      const agent = await changeAgent(ctx, params.agent, body, ifMatch, recheckEffects)
      return { status: 200, body: agent, headers: etag(agent) }
    },
    'agents.remove': async (ctx, { params, ifMatch }) => {
      await removeAgent(ctx, params.agent, ifMatch, { endRuns, recheckEffects })
      return { status: 204, body: null }
    },
    'agents.pause': async (ctx, { params }) => ({
      status: 200,
      body: await pauseAgent(ctx, params.agent),
    }),
    'agents.resume': async (ctx, { params }) => ({
      status: 200,
      body: await resumeAgent(ctx, params.agent),
    }),
    'agent_tokens.list': async (ctx, { params }) => ({
      status: 200,
      body: { data: await listTokens(ctx, params.agent) },
    }),
    'agent_tokens.create': async (ctx, { params, body }) => {
      const { token, secret } = await createToken(ctx, params.agent, body, pepper)
      return { status: 201, body: { ...token, token: secret.reveal() }, keptBody: token }
    },
    'agent_tokens.revoke': async (ctx, { params }) => {
      await revokeAgentToken(ctx, params.agent, params.token)
      return { status: 204, body: null }
    },
  } satisfies Routes
}
