// The TypeScript types of parsed variables.
import type { Secret } from '#crypto/secret.ts'
import type { VariableName, VariableType, variables } from './schema.ts'

export type ValueByType = {
  string: string
  integer: number
  boolean: boolean
  port: number
  url: string
  duration: number
  durations: readonly number[]
  bytes: number
  networks: readonly string[]
  hosts: readonly string[]
  choice: string
  host: string
  address: string
  'postgres-url': Secret
  'proxy-url': Secret
  'smtp-url': Secret
  'api-key': Secret
  'master-key': Secret<Uint8Array>
  password: Secret
  secret: Secret
}

type Present<V> = V extends { choices: readonly (infer Choice)[] }
  ? Choice
  : V extends { type: infer T extends VariableType }
    ? ValueByType[T]
    : never

type Absent<V> = V extends { off: true } | { default: null } ? null : never

export type Values = {
  [N in VariableName]: Present<(typeof variables)[N]> | Absent<(typeof variables)[N]>
}
