// The settings of the connector: URL of the service, its files, proxies.
import type { SecretSource } from '#edge/policy/policy.ts'

export const LOG_LEVELS = ['off', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export const URL_MISSING =
  'TASK_EDGE_URL is not set. Set it to the URL of your tenant, such as https://acme.tasks.example.com'

export type Settings = {
  /** Undefined if a command does not need the service. */
  url: URL | undefined
  token: string | undefined
  policyFile: string
  stateFolder: string
  proxies: { https?: string; http?: string; none?: string }
  caFile: string | undefined
  log: LogLevel
  /** Reads a secret of the policy. Throws a SettingsError when there is none. */
  readSecret(source: SecretSource): string
}

export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}
