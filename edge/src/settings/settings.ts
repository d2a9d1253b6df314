// How the connector is set up on its machine: where the service is, where its own files are, how it gets out.
import type { SecretSource } from '#edge/policy/policy.ts'

export const LOG_LEVELS = ['off', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export const URL_MISSING =
  'TASK_EDGE_URL is not set. It is the address of your tenant, such as https://acme.tasks.example.com'

export type Settings = {
  /** Undefined where a command does without the service. */
  url: URL | undefined
  token: string | undefined
  policyFile: string
  stateFolder: string
  proxies: { https?: string; http?: string; none?: string }
  caFile: string | undefined
  log: LogLevel
  /** What a name of the policy stands for. Throws a SettingsError when it stands for nothing. */
  readSecret(source: SecretSource): string
}

export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}
