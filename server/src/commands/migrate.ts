// `migrate`: applies pending migrations; safe to run from several processes at once.
import type { Config } from '#config/config.ts'
import { loadConfig } from '#config/load.ts'
import { makeRoles, migrate } from '#db/migrate.ts'
import { explainPlan, planUpgrade } from '#db/upgrade/upgrade-plan.ts'
import { CommandError } from './exit-codes.ts'
import type { Output } from './output.ts'
import { readWaitMs, waitFor } from './wait.ts'

export async function migrateCommand(
  output: Output,
  options: Record<string, unknown>,
): Promise<undefined> {
  const waitMs = readWaitMs(options)
  const config = loadConfig({ needs: ['database'] })
  const { note } = output
  if (options['plan']) {
    const { databaseUrl } = directOptions(config)
    const plan = await waitFor(waitMs, () => planUpgrade({ databaseUrl }), note)
    output.result({ ...plan }, explainPlan(plan))
    return
  }
  if (options['rolesOnly']) {
    const roles = await waitFor(waitMs, () => makeRoles(directOptions(config)), note)
    output.result({ roles }, `The database roles exist: ${roles.join(', ')}.`)
    return
  }
  const file = options['join']
  const fleet = typeof file === 'string' ? await import('./fleet/identity.ts') : undefined
  const identity = fleet?.readIdentityFile(String(file))
  const { applied } = await waitFor(waitMs, () => migrateDatabase(config, note), note)
  if (fleet && identity && (await fleet.join(directOptions(config), identity))) {
    note(`This cell has the identity ${identity.id} now.`)
  }
  if (config.fleet.directoryUrl !== null) {
    await (await import('./fleet/report-cell.ts')).reportToDirectory(config, note)
  }
  const count = `${applied.length} migration${applied.length === 1 ? '' : 's'}`
  output.result({ applied }, applied.length > 0 ? `Applied ${count}.` : 'The schema is up to date.')
}

type DatabaseConfig = Pick<Config<'database'>, 'database'>

export async function migrateDatabase(
  config: DatabaseConfig,
  log: (message: string) => void,
): Promise<{ applied: string[] }> {
  const lockWaitMs = config.database.migrationTimeoutMs
  return migrate({ ...directOptions(config), lockWaitMs, log })
}

/** A migration holds a session-level advisory lock, which does not work through a transaction pooler. */
function directOptions({ database }: DatabaseConfig): { databaseUrl: string; rolePrefix: string } {
  if (database.directUrl === null) {
    throw new CommandError(
      'config',
      'Migrations need a direct connection to PostgreSQL. Set SERVICE_ACP_DB_DIRECT_URL to a URL that bypasses the pooler.',
    )
  }
  const { directUrl, rolePrefix } = database
  return { databaseUrl: directUrl.reveal(), rolePrefix }
}
