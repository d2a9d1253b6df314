// The configuration that is logged at start; of each secret only whether it is set.
import { Secret } from '#crypto/secret.ts'
import type { AnyConfig } from './config.ts'
import { describeDatabase } from './parse-secret.ts'

export type ConfigSummary = Record<string, Record<string, string | number | null>>

export function summarizeConfig(config: AnyConfig): ConfigSummary {
  const { warnings: _, database, ...rest } = config
  const { url, directUrl: _direct, replica, ...settings } = database
  const summary: ConfigSummary = {
    database: { ...(url && describeDatabase(url)), ...settings },
    ...(replica && { replica: summarizeReplica(replica) }),
  }
  for (const [group, values] of Object.entries(rest)) {
    summary[group] = Object.fromEntries(
      Object.entries(values ?? {}).map(([name, value]) => [
        name,
        value instanceof Secret ? 'set' : value,
      ]),
    )
  }
  return summary
}

function summarizeReplica(replica: NonNullable<AnyConfig['database']['replica']>) {
  const { url, ...settings } = replica
  return { ...describeDatabase(url), ...settings }
}
