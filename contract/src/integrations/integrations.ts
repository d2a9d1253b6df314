// The integration resource: configuration, state and progress. It never contains secrets.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { Id } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { worded } from '../patterns.ts'
import { Choice, Closed, NO_NUL, Nullable, Timestamp } from '../schema.ts'
import { AgentWrites } from './agent-writes.ts'
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
  { description: 'What stops the integration until it is fixed' },
)

const count = () => Type.Integer({ minimum: 0 })

const LastResult = Closed(
  {
    run_id: Id('sync_run'),
    state: Choice(['succeeded', 'failed', 'canceled']),
    ended_at: Timestamp(),
    read: count(),
    created: count(),
    changed: count(),
    removed: count(),
    failed: count(),
    error: Nullable(SyncError),
  },
  { description: 'Result of the last run' },
)

const Now = Closed(
  {
    run_id: Nullable(Id('sync_run')),
    state: Choice(['running', 'stalled', 'waiting'], {
      description:
        '`stalled`: the worker stopped responding; another one resumes the run. `waiting`: for the next attempt, until `waiting_until`.',
    }),
    read: Type.Integer({ minimum: 0 }),
    total: Nullable(Type.Integer({ minimum: 0 })),
    rate_per_minute: Nullable(Type.Number()),
    eta_seconds: Nullable(Type.Integer({ minimum: 0 })),
    heartbeat_at: Nullable(Timestamp()),
    waiting_until: Nullable(Timestamp()),
  },
  { description: 'Current progress' },
)

export const SETTING_NAME = worded(
  '^[a-z][a-zA-Z0-9_]*$',
  'must start with a lowercase letter and contain only letters, digits and _',
  { echo: true },
)

export type ConfigValue = string | number | boolean

/** Validated against the fields of the provider, not by this schema. */
export const ConfigValues = Type.Unsafe<Record<string, ConfigValue>>({
  type: 'object',
  maxProperties: 50,
  propertyNames: { type: 'string', maxLength: 64, pattern: SETTING_NAME },
  additionalProperties: {
    type: ['string', 'number', 'boolean'],
    maxLength: 2_000,
    pattern: NO_NUL,
  },
  description: 'Settings of the provider; see `config` of the provider',
  examples: [{ url: 'https://redmine.example.com' }],
})

export const Integration = Closed(
  {
    id: Id('integration'),
    provider: Type.String(),
    name: Type.String(),
    config: ConfigValues,
    hosts: Type.Array(Type.String(), {
      description: 'Hosts that requests and secrets may be sent to',
    }),
    mapping: Mapping,
    paused: Type.Boolean(),
    outgoing_queue: Nullable(Type.String(), {
      description:
        'Queue whose new tasks are also created in the external system; `*` for all queues',
    }),
    poll_seconds: Type.Integer(),
    agent_writes: AgentWrites,
    state: Choice(INTEGRATION_STATES, {
      description:
        '`ok`: the last run or connection check succeeded. `running`: a run is in progress. `new`: never synced. `failing`, `stalled` and the kinds of `problem` need attention.',
    }),
    problem: Nullable(Problem),
    error: Nullable(SyncError, {
      description:
        'Why the integration is `failing`; includes failed write-backs and vendor webhooks',
    }),
    credential: Closed(
      {
        names: Type.Array(Type.String(), { description: 'Names of the secrets that are set' }),
        entered_at: Nullable(Timestamp()),
        state: Choice(['missing', 'incomplete', 'readable', 'needs_reentry']),
      },
      { description: 'State of the credential, without the secrets' },
    ),
    self: Nullable(Closed({ id: Type.String(), name: Type.String() }), {
      description: 'Account of the credential in the external system',
    }),
    server: Nullable(Closed({ name: Type.String(), version: Nullable(Type.String()) })),
    checked_at: Nullable(Timestamp('When the connection last worked')),
    last_result: Nullable(LastResult),
    now: Nullable(Now),
    counts: Closed({
      links: Type.Integer({ description: 'Links; all counts stop at 1,000' }),
      conflicts: Type.Integer({ description: 'Open conflicts' }),
      failures: Type.Integer({ description: 'Items that failed to import' }),
      write_backs_open: Type.Integer({ description: 'Pending write-backs' }),
      write_backs_failed: Type.Integer(),
      frozen: Type.Integer({ description: 'Links that are paused because a loop was detected' }),
    }),
    next_pull_at: Nullable(Timestamp()),
    webhook: Closed({
      url: Type.String({ description: 'URL for webhooks from the vendor' }),
      registered: Type.Boolean({
        description: 'Whether Task Service registered the URL with the vendor',
      }),
      expires_at: Nullable(Timestamp()),
    }),
    version: Type.Integer({
      minimum: 1,
      description: 'Incremented on every change by a user or API key; basis of the ETag',
    }),
    created_by: Actor,
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  { description: 'A connection to an issue tracker, CRM or database' },
)
export type Integration = Static<typeof Integration>

export const IntegrationListQuery = Closed(pageQuery)
export const IntegrationPage = Page(Integration, 'A page of integrations, oldest first')
export const integrationParams = Closed({ integration: Id('integration') })
