// Every variable the program reads, once: the loader, .env.example and the reference page follow from here.

/** A command asks for what it needs; secrets of other needs are neither demanded nor read. */
export type Need = 'database' | 'api' | 'master'

export type VariableType =
  | 'string'
  | 'integer'
  | 'boolean'
  | 'port'
  | 'url'
  | 'duration'
  | 'bytes'
  | 'networks'
  | 'choice'
  | 'host'
  | 'address'
  | 'postgres-url'
  | 'api-key'
  | 'master-key'

export type Variable = {
  type: VariableType
  group: keyof typeof groups
  /** As it would be written in the environment; null means unset. */
  default: string | null
  /** Secrets can also come from a file named by NAME_FILE, and are never printed. */
  secret: boolean
  required?: true
  help: string
  /** The need this variable serves; without one it is read by every command. */
  need?: Need
  /** `off` is accepted and reads as null. */
  off?: true
  min?: string
  max?: string
  choices?: readonly string[]
  pattern?: RegExp
  /** What the pattern accepts, in words. */
  accepts?: string
  example?: string
  /** Read when this one is unset. */
  fallback?: string
  /** Set on limits only: what happens when the limit is reached. */
  whenReached?: string
}

export const groups = {
  database: 'Database',
  keys: 'Keys',
  http: 'HTTP',
  limits: 'Limits',
  retention: 'Retention',
  observe: 'Logs and metrics',
} as const

export const prefix = 'SERVICE_ACP_'

export const variables = {
  DATABASE_URL: {
    type: 'postgres-url',
    group: 'database',
    default: null,
    secret: true,
    required: true,
    need: 'database',
    example: 'postgres://user:password@localhost:5432/task_service',
    help: 'PostgreSQL 15 to 18; the user owns the schema and makes the runtime roles.',
  },
  SERVICE_ACP_DB_ROLE_PREFIX: {
    type: 'string',
    group: 'database',
    default: 'task_service',
    secret: false,
    // The longest suffix is `_search` and PostgreSQL cuts names at 63 bytes; `pg_` is reserved by it.
    pattern: /^(?!pg_)[a-z_][a-z0-9_]{0,39}$/,
    accepts: 'up to 40 of a-z, 0-9 and _, beginning with a letter or _, not with pg_',
    help: 'Beginning of the names of the runtime roles; differs per installation on a shared server.',
  },
  SERVICE_ACP_DB_POOL_SIZE: {
    type: 'integer',
    group: 'database',
    default: '10',
    secret: false,
    min: '1',
    max: '1000',
    help: 'Database connections of one process.',
  },
  SERVICE_ACP_DB_STATEMENT_TIMEOUT: {
    type: 'duration',
    group: 'database',
    default: '10s',
    secret: false,
    min: '100ms',
    max: '1h',
    help: 'Longest time one statement of a request may run.',
    whenReached: 'The statement is cancelled; 503 with `Retry-After`',
  },
  SERVICE_ACP_DB_POOLER: {
    type: 'choice',
    group: 'database',
    default: 'none',
    secret: false,
    choices: ['none', 'transaction'],
    help: 'What stands in front of PostgreSQL in DATABASE_URL: pgbouncer and the like are transaction.',
  },
  SERVICE_ACP_DB_DIRECT_URL: {
    type: 'postgres-url',
    group: 'database',
    default: null,
    secret: true,
    need: 'database',
    example: 'postgres://user:password@localhost:5432/task_service',
    help: 'PostgreSQL without the pooler, for migrations; unset without one.',
  },
  SERVICE_ACP_API_KEY: {
    type: 'api-key',
    group: 'keys',
    default: null,
    secret: true,
    required: true,
    need: 'api',
    help: "The default tenant's API key, sent by clients in X-API-Key.",
  },
  SERVICE_ACP_API_KEY_PREVIOUS: {
    type: 'api-key',
    group: 'keys',
    default: null,
    secret: true,
    need: 'api',
    help: 'A second key that is also accepted, while clients move to the new one.',
  },
  SERVICE_ACP_MASTER_KEY: {
    type: 'master-key',
    group: 'keys',
    default: null,
    secret: true,
    required: true,
    need: 'master',
    help: 'Encrypts stored credentials. Keep a copy elsewhere: without it they cannot be decrypted.',
  },
  SERVICE_ACP_MASTER_KEY_PREVIOUS: {
    type: 'master-key',
    group: 'keys',
    default: null,
    secret: true,
    need: 'master',
    help: 'The master key being replaced, until everything is encrypted under the new one.',
  },
  SERVICE_ACP_PORT: {
    type: 'port',
    group: 'http',
    default: '8001',
    secret: false,
    fallback: 'PORT',
    help: 'Port of the service; 0 takes any free one.',
  },
  SERVICE_ACP_BIND: {
    type: 'address',
    group: 'http',
    default: '0.0.0.0',
    secret: false,
    help: 'Address to listen on; 127.0.0.1 for this machine only, :: for IPv6 and IPv4.',
  },
  SERVICE_ACP_HOST: {
    type: 'host',
    group: 'http',
    default: null,
    secret: false,
    example: 'tasks.example.com',
    help: 'Host suffix: <tenant>.<suffix> selects the tenant. Unset: the default tenant on any host.',
  },
  SERVICE_ACP_PUBLIC_URL: {
    type: 'url',
    group: 'http',
    default: null,
    secret: false,
    example: 'https://tasks.example.com',
    help: 'Address at which clients reach the service, when a proxy changes it; a path is allowed.',
  },
  SERVICE_ACP_TRUSTED_PROXIES: {
    type: 'networks',
    group: 'http',
    default: null,
    secret: false,
    help: 'Addresses or CIDR ranges of proxies whose X-Forwarded-For is believed.',
  },
  SERVICE_ACP_SHUTDOWN_GRACE: {
    type: 'duration',
    group: 'http',
    default: '8s',
    secret: false,
    min: '0s',
    max: '10m',
    help: 'Time for requests under way to finish after SIGTERM.',
  },
  SERVICE_ACP_LIMIT_REQUESTS_PER_MINUTE: {
    type: 'integer',
    group: 'limits',
    default: '12000',
    secret: false,
    off: true,
    min: '1',
    max: '1000000000',
    help: 'Requests of one tenant per minute.',
    whenReached: '429 with `Retry-After`',
  },
  SERVICE_ACP_LIMIT_FAILED_KEYS_PER_MINUTE: {
    type: 'integer',
    group: 'limits',
    default: '600',
    secret: false,
    off: true,
    min: '1',
    max: '1000000000',
    help: 'Requests without a valid key per client address and minute.',
    whenReached: '429 with `Retry-After`',
  },
  SERVICE_ACP_LIMIT_BODY_BYTES: {
    type: 'bytes',
    group: 'limits',
    default: '1048576',
    secret: false,
    min: '1KiB',
    max: '256MiB',
    help: 'Largest request body.',
    whenReached: '413',
  },
  SERVICE_ACP_LIMIT_IN_FLIGHT: {
    type: 'integer',
    group: 'limits',
    default: '1000',
    secret: false,
    off: true,
    min: '1',
    max: '1000000',
    help: 'Most requests one process works on at the same time; fewer while they take long.',
    whenReached: '503 with `Retry-After`',
  },
  SERVICE_ACP_LIMIT_EVENT_LOOP_DELAY: {
    type: 'duration',
    group: 'limits',
    default: '1s',
    secret: false,
    off: true,
    min: '10ms',
    max: '1m',
    help: 'Delay of the event loop at which a process counts as overloaded.',
    whenReached: '503 with `Retry-After`',
  },
  SERVICE_ACP_IDEMPOTENCY_RETENTION: {
    type: 'duration',
    group: 'retention',
    default: '24h',
    secret: false,
    min: '1m',
    max: '365d',
    help: 'How long the answer to an Idempotency-Key is kept for replay.',
    whenReached: 'The key counts as new',
  },
  SERVICE_ACP_EVENT_RETENTION: {
    type: 'duration',
    group: 'retention',
    default: '90d',
    secret: false,
    off: true,
    min: '1d',
    max: '36500d',
    help: 'How long events are kept; off keeps them for ever.',
    whenReached: 'Older events are deleted',
  },
  SERVICE_ACP_AUDIT_RETENTION: {
    type: 'duration',
    group: 'retention',
    default: '400d',
    secret: false,
    off: true,
    min: '1d',
    max: '36500d',
    help: 'How long audit entries and the activity of tasks are kept; off keeps them for ever.',
    whenReached: 'Older entries are deleted',
  },
  SERVICE_ACP_LOG_LEVEL: {
    type: 'choice',
    group: 'observe',
    default: 'info',
    secret: false,
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    help: 'Least severe level that is logged.',
  },
  SERVICE_ACP_LOG_FORMAT: {
    type: 'choice',
    group: 'observe',
    default: 'auto',
    secret: false,
    choices: ['auto', 'json', 'pretty'],
    help: 'Form of the log; auto is pretty on a terminal and JSON elsewhere.',
  },
  SERVICE_ACP_METRICS_PORT: {
    type: 'port',
    group: 'observe',
    default: 'off',
    secret: false,
    off: true,
    help: 'Port of /metrics (Prometheus); a port of its own, so that it is not public by accident.',
  },
} as const satisfies Record<string, Variable>

export type VariableName = keyof typeof variables

export function isVariableName(name: string): name is VariableName {
  return Object.hasOwn(variables, name)
}

export const entries: readonly (readonly [VariableName, Variable])[] = Object.keys(variables)
  .filter(isVariableName)
  .map((name) => [name, variables[name]])
