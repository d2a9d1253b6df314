// Public interface of agents: their routes, whose token a request has, and when tokens were last used.
export { agentNotFound } from './errors.ts'
export { createRoutes, type EndRuns } from './routes.ts'
export { createTokenAuthenticator, type TokenOwner } from './service/authenticate-token.ts'
export type { AgentRow } from './store/agents.ts'
export { noteTokenUse } from './store/tokens.ts'
