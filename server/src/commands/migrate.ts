// `migrate`: brings the schema up to date; safe to run from several places at once.
import { loadConfig } from '#config/load.ts'
import { migrate } from '#db/migrate.ts'
import type { Output } from './output.ts'

export async function migrateCommand(output: Output): Promise<undefined> {
  const config = loadConfig({ needs: ['database'] })
  const { applied } = await migrate({
    databaseUrl: config.database.url.reveal(),
    rolePrefix: config.database.rolePrefix,
    log: output.note,
  })
  const count = `${applied.length} migration${applied.length === 1 ? '' : 's'}`
  output.result({ applied }, applied.length > 0 ? `Applied ${count}.` : 'The schema is up to date.')
}
