// `migrate`: brings the schema up to date; safe to run from several places at once.
import type { Config } from '#config/config.ts'
import { loadConfig } from '#config/load.ts'
import { migrate } from '#db/migrate.ts'
import { CommandError } from './exit-codes.ts'
import type { Output } from './output.ts'

export async function migrateCommand(output: Output): Promise<undefined> {
  const { applied } = await migrateDatabase(loadConfig({ needs: ['database'] }), output.note)
  const count = `${applied.length} migration${applied.length === 1 ? '' : 's'}`
  output.result({ applied }, applied.length > 0 ? `Applied ${count}.` : 'The schema is up to date.')
}

/** One process keeps a lock while it migrates, and behind a pooler that lock would belong to nobody. */
export async function migrateDatabase(
  { database }: Pick<Config<'database'>, 'database'>,
  log: (message: string) => void,
): Promise<{ applied: string[] }> {
  if (database.directUrl === null) {
    throw new CommandError(
      'config',
      'Migrations need a connection without a pooler. Set SERVICE_ACP_DB_DIRECT_URL to the address of PostgreSQL itself.',
    )
  }
  const { directUrl, rolePrefix } = database
  return migrate({ databaseUrl: directUrl.reveal(), rolePrefix, log })
}
