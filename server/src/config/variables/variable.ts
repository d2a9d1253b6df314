// The description of a variable, and the groups of the reference.

/** Each command declares its needs; secrets of other needs are neither required nor read. */
export type Need = 'database' | 'api' | 'master'

export type VariableType =
  | 'string'
  | 'integer'
  | 'boolean'
  | 'port'
  | 'url'
  | 'duration'
  | 'durations'
  | 'bytes'
  | 'networks'
  | 'hosts'
  | 'choice'
  | 'host'
  | 'address'
  | 'postgres-url'
  | 'proxy-url'
  | 'smtp-url'
  | 'api-key'
  | 'master-key'
  | 'password'
  | 'secret'

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
  /** Read in this order when this one is unset. */
  fallbacks?: readonly string[]
  /** Set on limits only: what happens when the limit is reached. */
  whenReached?: string
}

export const groups = {
  database: 'Database',
  keys: 'Keys',
  http: 'HTTP',
  egress: 'Outgoing requests',
  webhooks: 'Webhooks',
  integrations: 'Integrations',
  dashboard: 'Dashboard',
  attachments: 'Attachments',
  mail: 'E-mail',
  fleet: 'Cells',
  limits: 'Limits',
  retention: 'Retention',
  observe: 'Logs and metrics',
} as const

export const prefix = 'SERVICE_ACP_'
