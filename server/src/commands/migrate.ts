// `migrate`: brings the schema up to date; safe to run from several places at once.
import type { Config } from '#config/config.ts'
import { loadConfig } from '#config/load.ts'
import { makeRoles, migrate } from '#db/migrate.ts'
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
  if (options['rolesOnly']) {
    const roles = await waitFor(waitMs, () => makeRoles(directly(config)), note)
    output.result({ roles }, `The roles are there: ${roles.join(', ')}.`)
    return
  }
  const { applied } = await waitFor(waitMs, () => migrateDatabase(config, note), note)
  const count = `${applied.length} migration${applied.length === 1 ? '' : 's'}`
  output.result({ applied }, applied.length > 0 ? `Applied ${count}.` : 'The schema is up to date.')
}

type DatabaseConfig = Pick<Config<'database'>, 'database'>

export async function migrateDatabase(
  config: DatabaseConfig,
  log: (message: string) => void,
): Promise<{ applied: string[] }> {
  return migrate({ ...directly(config), log })
}

/** One process keeps a lock while it migrates, and behind a pooler that lock would belong to nobody. */
function directly({ database }: DatabaseConfig): { databaseUrl: string; rolePrefix: string } {
  if (database.directUrl === null) {
    throw new CommandError(
      'config',
      'Migrations need a connection without a pooler. Set SERVICE_ACP_DB_DIRECT_URL to the address of PostgreSQL itself.',
    )
  }
  const { directUrl, rolePrefix } = database
  return { databaseUrl: directUrl.reveal(), rolePrefix }
}
