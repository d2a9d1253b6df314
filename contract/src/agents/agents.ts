// Agents: programs that claim tasks, with their own tokens, queues and budgets.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { Id } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { worded } from '../patterns.ts'
import { Choice, Closed, Nullable, Text, Timestamp } from '../schema.ts'
import { Queue } from '../tasks/tasks.ts'

export const AgentName = Type.String({
  pattern: worded(
    '^[a-z0-9][a-z0-9_-]*$',
    'must start with a lowercase letter or digit and contain only lowercase letters, digits, - and _',
    { echo: true },
  ),
  maxLength: 63,
  examples: ['refund-agent'],
  description:
    'Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on',
})

const limit = (description: string, maximum: number) =>
  Nullable(Type.Integer({ minimum: 0, maximum }), {
    description: `${description}; null for no limit`,
  })

const MAX_SECONDS = 31_536_000
const MAX_COUNT = 1_000_000_000

/** Measured by the service, so that it can enforce the limits. */
const budget = {
  seconds: limit('Working time in seconds', MAX_SECONDS),
  calls: limit('Requests that change runs', MAX_COUNT),
  effects: limit('Completed tasks with a `source`, whose results are written back', MAX_COUNT),
}
export const Budget = Closed(budget, { description: 'Limits that the service enforces' })
export type Budget = Static<typeof Budget>

const BudgetChange = Closed({
  seconds: Type.Optional(budget.seconds),
  calls: Type.Optional(budget.calls),
  effects: Type.Optional(budget.effects),
})

export const Usage = Closed({
  seconds: Type.Integer({ minimum: 0, description: 'Working time in seconds' }),
  calls: Type.Integer({ minimum: 0, description: 'Requests that change runs' }),
  effects: Type.Integer({ minimum: 0, description: 'Completed tasks with a `source`' }),
  declared_tokens: Type.Integer({ minimum: 0, description: 'Tokens, as declared by the agent' }),
  declared_cost: Type.Number({ minimum: 0, description: 'Cost, as declared by the agent' }),
})
export type Usage = Static<typeof Usage>

const settings = {
  description: Text({ maxLength: 500, description: 'What the agent does' }),
  queues: Type.Array(Queue, {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description: 'Queues that it can claim tasks from',
  }),
  concurrency: Nullable(Type.Integer({ minimum: 1, maximum: 10_000 }), {
    description: 'Maximum number of `working` runs at the same time; null for no limit',
  }),
  max_attempts: Type.Integer({
    minimum: 1,
    maximum: 100,
    description: 'Number of failed attempts after which a task fails',
  }),
  reads_external: Type.Boolean({
    description:
      'Declares that it reads untrusted text, such as issues and emails. An agent with all three flags needs an approval for everything that it writes to external systems',
  }),
  reads_beyond_claim: Type.Boolean({
    description: 'Can read tasks that it has not claimed, with the MCP tools',
  }),
  writes_outward: Type.Boolean({
    description:
      'What it does is written to external systems, as `agent_writes` of each integration allows; otherwise `403 effects_forbidden`',
  }),
}

export const AGENT_DEFAULTS = {
  description: '',
  queues: ['default'],
  concurrency: null,
  max_attempts: 3,
  reads_external: true,
  reads_beyond_claim: false,
  writes_outward: true,
} as const

/** Of one tenant. */
export const AGENTS_MAX = 200

export const AGENT_STATES = ['active', 'paused'] as const

export const Agent = Closed(
  {
    id: Id('agent'),
    name: AgentName,
    ...settings,
    run_budget: Budget,
    day_budget: Budget,
    state: Choice(AGENT_STATES, {
      description:
        '`paused`: it cannot claim tasks, and requests that change its runs get `409 lease_lost`',
    }),
    usage_today: Usage,
    working_runs: Type.Integer({ minimum: 0 }),
    parked_runs: Type.Integer({ minimum: 0 }),
    last_used_at: Nullable(Timestamp('When one of its tokens was last used')),
    created_by: Actor,
    created_at: Timestamp(),
    updated_at: Timestamp(),
    version: Type.Integer({
      minimum: 1,
      description: 'Incremented on every change; basis of the ETag',
    }),
  },
  { description: 'An agent' },
)
export type Agent = Static<typeof Agent>

const optional = {
  description: Type.Optional(settings.description),
  queues: Type.Optional(settings.queues),
  concurrency: Type.Optional(settings.concurrency),
  max_attempts: Type.Optional(settings.max_attempts),
  reads_external: Type.Optional(settings.reads_external),
  reads_beyond_claim: Type.Optional(settings.reads_beyond_claim),
  writes_outward: Type.Optional(settings.writes_outward),
  run_budget: Type.Optional(BudgetChange),
  day_budget: Type.Optional(BudgetChange),
}

export const AgentCreate = Closed(
  { name: AgentName, ...optional },
  { description: 'Only `name` is required' },
)
export type AgentCreate = Static<typeof AgentCreate>

/** The name is part of tasks and events, so it cannot be changed. */
export const AgentChange = Closed(optional, {
  minProperties: 1,
  description: 'Omitted fields are unchanged',
})
export type AgentChange = Static<typeof AgentChange>

export const AgentListQuery = Closed(pageQuery)
export const AgentPage = Page(Agent, 'A page of agents, oldest first')
export const agentParams = Closed({ agent: AgentName })

const TOKEN_DAYS = { default: 90, max: 365 }
export const AGENT_TOKENS_MAX = 2

export const AgentToken = Closed({
  id: Id('agent_token'),
  hint: Type.String({ description: 'Last characters of the token' }),
  created_by: Actor,
  created_at: Timestamp(),
  expires_at: Timestamp(),
  last_used_at: Nullable(Timestamp()),
})
export type AgentToken = Static<typeof AgentToken>

export const AgentTokenList = Closed(
  { data: Type.Array(AgentToken) },
  { description: 'The valid tokens of the agent' },
)
export const AgentTokenCreate = Closed({
  expires_in_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: TOKEN_DAYS.max, default: TOKEN_DAYS.default }),
  ),
})
export type AgentTokenCreate = Static<typeof AgentTokenCreate>
export const AGENT_TOKEN_DAYS = TOKEN_DAYS.default

export const AgentTokenWithSecret = Closed(
  {
    ...AgentToken.properties,
    token: Type.Optional(
      Type.String({
        description:
          'The token. Returned only once: a retry with the same `Idempotency-Key` does not return it again.',
        examples: ['agt_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      }),
    ),
  },
  { description: 'The token, which is returned only once' },
)
export type AgentTokenWithSecret = Static<typeof AgentTokenWithSecret>
export const agentTokenParams = Closed({ agent: AgentName, token: Id('agent_token') })
