// The parsed policy: which statements may run, and what may be sent.
import type { PARAM_TYPES, STATEMENT_KINDS } from '@task-service/contract'

export const ENGINES = ['postgres', 'mysql', 'sqlserver', 'oracle'] as const
export type Engine = (typeof ENGINES)[number]

export const MASKS = ['all', 'last4', 'first1', 'email'] as const
export type Mask = (typeof MASKS)[number]

export type Treatment = { kind: 'plain' } | { kind: 'tokenise' } | { kind: 'mask'; mask: Mask }

export type ParamType = (typeof PARAM_TYPES)[number]
export type ParamValue = string | number | boolean | null

export type ParamPolicy = {
  name: string
  type: ParamType
  /** Used when the parameter is omitted; without it the parameter is required. */
  defaultValue?: ParamValue
  maxLength: number
  choices?: readonly string[]
  /** Tokens in it are replaced by their values. */
  putsValuesBack: boolean
}

/** Limits of a statement. */
export type Caps = { maxRows: number; maxBytes: number; timeoutMs: number }

export type BoundText = {
  /** With the placeholders of the engine. */
  text: string
  /** Name of the parameter behind each placeholder, in the order in which values are handed over. */
  order: readonly string[]
}

export type StatementPolicy = Caps & {
  database: string
  name: string
  kind: (typeof STATEMENT_KINDS)[number]
  description: string
  /** As in the file. */
  sql: string
  bound: BoundText
  params: readonly ParamPolicy[]
  columns: ReadonlyMap<string, Treatment>
  /** Of a write: the number of rows it must change; otherwise it is rolled back. */
  expectRows: number
  /** Of a write: the parameter with the version of the row. */
  fence?: string
  /** Of a write: it can be repeated when its outcome is unknown. */
  repeatable: boolean
}

export type Tls = { caFile?: string; verify: boolean }

/** The source of a login. Passwords are in the environment or in a file, never in the policy. */
export type Login =
  | { kind: 'url'; from: SecretSource; tls?: Tls }
  | {
      kind: 'parts'
      host: string
      port?: number
      name: string
      user: string
      password?: SecretSource
      tls?: Tls
    }
export type SecretSource = { env: string } | { file: string }

export type DatabasePolicy = {
  name: string
  engine: Engine
  login: Login
  ledger?: string
  statements: ReadonlyMap<string, StatementPolicy>
}

export type Limits = {
  queueJobs: number
  queueBytes: number
  concurrency: number
  tokenDays: number
}

export type Policy = {
  databases: ReadonlyMap<string, DatabasePolicy>
  limits: Limits
  /** Warnings about obsolete settings; shown by check and doctor, and logged by run. */
  notices: readonly string[]
}
