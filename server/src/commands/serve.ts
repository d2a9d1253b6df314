// `serve`: starts the server as `api`, `worker` or both.
import { refuseBeforeMigration } from '#app/keyring.ts'
import { refuseUnfitSchema } from '#app/readiness.ts'
import { startRoles } from '#app/start.ts'
import type { Config } from '#config/config.ts'
import { loadConfig } from '#config/load.ts'
import { openDatabase } from '#db/database.ts'
import { createLogger } from '#observe/log.ts'
import { leaveSignals } from './end-on-signal.ts'
import { CommandError } from './exit-codes.ts'
import { migrateDatabase } from './migrate.ts'
import type { Output } from './output.ts'
import { readWaitMs, waitFor } from './wait.ts'

const ROLES = {
  all: { api: true, worker: true },
  api: { api: true, worker: false },
  worker: { api: false, worker: true },
}

function explainPortInUse(error: unknown): never {
  const { code, port } = error as { code?: string; port?: number } // set by node when it cannot listen
  if (code !== 'EADDRINUSE') throw error
  throw new CommandError(
    'config',
    `Port ${port} is already in use. Stop the other program, or set SERVICE_ACP_PORT (SERVICE_ACP_METRICS_PORT for metrics) to another port.`,
  )
}

/** Only checks the schema: a full start is too expensive to retry in every process. */
async function checkSchema({ database }: Config<'database'>): Promise<void> {
  const db = openDatabase({ ...database, url: database.url.reveal(), poolSize: 1 })
  try {
    await refuseUnfitSchema(db, database.rolePrefix)
  } finally {
    await db.close()
  }
}

async function checkKeyAndMigrate(
  config: Config<'database' | 'master'>,
  logInfo: (message: string) => void,
): Promise<void> {
  await refuseBeforeMigration(config)
  await migrateDatabase(config, logInfo)
}

export async function serve(_output: Output, options: Record<string, unknown>): Promise<undefined> {
  const roles = ROLES[String(options['role']) as keyof typeof ROLES] // checked on the next line
  if (!roles) throw new CommandError('usage', '--role must be api, worker or all.')
  const waitMs = readWaitMs(options)
  const config = loadConfig({ needs: ['database', 'api', 'master'] })
  const log = createLogger(config.log)
  const logInfo = (message: string) => log.info(message)
  if (options['migrate']) await waitFor(waitMs, () => checkKeyAndMigrate(config, logInfo), logInfo)
  else if (waitMs > 0) await waitFor(waitMs, () => checkSchema(config), logInfo)
  const lifecycle = await startRoles(config, roles, log).catch(explainPortInUse)
  leaveSignals()
  await lifecycle.untilSignal()
  log.info('stopped')
}
