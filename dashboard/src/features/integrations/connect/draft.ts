// The values of a connection form, and what of them is sent.
import type { Provider } from '@task-service/contract'

export type ConfigValue = string | number | boolean
export type Draft = {
  name: string
  config: Readonly<Record<string, ConfigValue>>
  secrets: Readonly<Record<string, string>>
}

export function emptyDraft(provider: Provider): Draft {
  const defaults = provider.config.flatMap(({ name, default: value }) =>
    value === null ? [] : [[name, value] as const],
  )
  return { name: provider.name, config: Object.fromEntries(defaults), secrets: {} }
}

/** Those that show their errors. */
export const CONNECTION_FIELDS = ['/name', '/config', '/secrets'] as const

/** Without what was left empty. */
export function configOf(
  provider: Provider,
  config: Readonly<Record<string, ConfigValue>>,
): Record<string, ConfigValue> {
  return Object.fromEntries(
    provider.config.flatMap(({ name, kind }) => {
      const value = config[name]
      if (value === undefined || value === '') return []
      if (kind === 'number') return [[name, Number(value)]]
      return [[name, typeof value === 'string' ? value.trim() : value]]
    }),
  )
}

export function secretsOf(secrets: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== ''))
}

/** Names of what is required and was left empty. */
export function missingOf(provider: Provider, draft: Draft): string[] {
  const config = configOf(provider, draft.config)
  return [
    ...(draft.name.trim() === '' ? ['name'] : []),
    ...provider.config.filter((one) => one.required && config[one.name] === undefined),
    ...provider.secrets.filter((one) => one.required && !one.generated && !draft.secrets[one.name]),
  ].map((one) => (typeof one === 'string' ? one : one.name))
}
