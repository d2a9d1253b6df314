// An integration as clients see it: what is connected, how it fared, what it is doing now. No secret is ever in it.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { Id } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { Choice, Closed, Nullable, Timestamp } from '../schema.ts'
import { SyncError } from './links.ts'
import { Mapping } from './mapping.ts'

export const INTEGRATION_PROBLEMS = [
  'needs_credential',
  'needs_reentry',
  'auth_failed',
  'forbidden',
  'not_found',
  'provider_missing',
] as const

export const INTEGRATION_STATES = [
  'new',
  'running',
  'ok',
  'failing',
  'stalled',
  'paused',
  ...INTEGRATION_PROBLEMS,
] as const

const Problem = Closed(
  {
    kind: Choice(INTEGRATION_PROBLEMS),
    detail: Type.String(),
    vendor_text: Nullable(Type.String()),
    fix: Nullable(Type.String()),
    since: Nullable(Timestamp()),
  },
  { description: 'What stands in the way until somebody does something about it' },
)

const count = () => Type.Integer({ minimum: 0 })

const LastResult = Closed(
  {
    run_id: Id('run'),
    state: Choice(['succeeded', 'failed', 'canceled']),
    ended_at: Timestamp(),
    read: count(),
    created: count(),
    changed: count(),
    removed: count(),
    failed: count(),
    error: Nullable(SyncError),
  },
  { description: 'How the last run ended' },
)

const Now = Closed(
  {
    run_id: Nullable(Id('run')),
    state: Choice(['running', 'stalled', 'waiting'], {
      description: '`waiting`: for its next try, until `waiting_until`',
    }),
    read: Type.Integer({ minimum: 0 }),
    total: Nullable(Type.Integer({ minimum: 0 })),
    rate_per_minute: Nullable(Type.Number()),
    eta_seconds: Nullable(Type.Integer({ minimum: 0 })),
    heartbeat_at: Nullable(Timestamp()),
    waiting_until: Nullable(Timestamp()),
  },
  { description: 'What it is doing' },
)

export type ConfigValue = string | number | boolean

/** Validated by what the provider asks for, not by this. */
export const ConfigValues = Type.Unsafe<Record<string, ConfigValue>>({
  type: 'object',
  maxProperties: 50,
  propertyNames: { type: 'string', maxLength: 64, pattern: '^[a-z][a-zA-Z0-9_]*$' },
  additionalProperties: {
    type: ['string', 'number', 'boolean'],
    maxLength: 2_000,
    pattern: '^[^\\u0000]*$',
  },
  description: 'What the provider asks for; see its `config`',
  examples: [{ url: 'https://redmine.example.com' }],
})

export const Integration = Closed(
  {
    id: Id('integration'),
    provider: Type.String(),
    name: Type.String(),
    config: ConfigValues,
    hosts: Type.Array(Type.String(), { description: 'Where its requests and its secrets may go' }),
    mapping: Mapping,
    paused: Type.Boolean(),
    outgoing_queue: Nullable(Type.String(), {
      description: 'Tasks made here that are made there as well: of this queue, of all when `*`',
    }),
    poll_seconds: Type.Integer(),
    state: Choice(INTEGRATION_STATES, {
      description:
        '`ok`: the last run succeeded, or the connection was seen to work; never while a run is under way',
    }),
    problem: Nullable(Problem),
    error: Nullable(SyncError, {
      description:
        'Why it is `failing`, also where no run was begun: a change that should have gone out, or a message of the vendor',
    }),
    credential: Closed(
      {
        names: Type.Array(Type.String(), { description: 'Which secrets were entered' }),
        entered_at: Nullable(Timestamp()),
        state: Choice(['missing', 'incomplete', 'readable', 'needs_reentry']),
      },
      { description: 'Never the secrets themselves' },
    ),
    self: Nullable(Closed({ id: Type.String(), name: Type.String() }), {
      description: 'Who we are over there',
    }),
    server: Nullable(Closed({ name: Type.String(), version: Nullable(Type.String()) })),
    checked_at: Nullable(Timestamp('When the connection was last seen to work')),
    last_result: Nullable(LastResult),
    now: Nullable(Now),
    counts: Closed({
      links: Type.Integer({ description: 'Each of these up to 1,000' }),
      conflicts: Type.Integer({ description: 'That wait for a decision' }),
      failures: Type.Integer({ description: 'Items that could not be taken over' }),
      write_backs_open: Type.Integer({ description: 'Changes on their way there' }),
      write_backs_failed: Type.Integer(),
      frozen: Type.Integer({ description: 'Links that went back and forth' }),
    }),
    next_pull_at: Nullable(Timestamp()),
    webhook: Closed({
      url: Type.String({ description: 'Where the vendor may send messages' }),
      registered: Type.Boolean({ description: 'Whether we told the vendor so ourselves' }),
      expires_at: Nullable(Timestamp()),
    }),
    version: Type.Integer({
      minimum: 1,
      description: 'Counts every change by people; the ETag is made of it',
    }),
    created_by: Actor,
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  { description: 'A connection to a tracker or a CRM' },
)
export type Integration = Static<typeof Integration>

export const IntegrationListQuery = Closed(pageQuery)
export const IntegrationPage = Page(Integration, 'A page of integrations, oldest first')
export const integrationParams = Closed({ integration: Id('integration') })
