// `serve`: the program's main work, as one role or both.
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

function explainTakenPort(error: unknown): never {
  const { code, port } = error as { code?: string; port?: number } // set by node when it cannot listen
  if (code !== 'EADDRINUSE') throw error
  throw new CommandError(
    'config',
    `Port ${port} is taken by another program. Stop it, or set SERVICE_ACP_PORT (SERVICE_ACP_METRICS_PORT for metrics) to another port.`,
  )
}

/** Only looks: with several processes the start itself is not something to try again and again. */
async function lookAtSchema({ database }: Config<'database'>): Promise<void> {
  const db = openDatabase({ ...database, url: database.url.reveal(), poolSize: 1 })
  try {
    await refuseUnfitSchema(db, database.rolePrefix)
  } finally {
    await db.close()
  }
}

async function migrateWithRightKey(
  config: Config<'database' | 'master'>,
  say: (message: string) => void,
): Promise<void> {
  await refuseBeforeMigration(config)
  await migrateDatabase(config, say)
}

export async function serve(_output: Output, options: Record<string, unknown>): Promise<undefined> {
  const roles = ROLES[String(options['role']) as keyof typeof ROLES] // checked on the next line
  if (!roles) throw new CommandError('usage', 'Choose --role api, worker or all.')
  const waitMs = readWaitMs(options)
  const config = loadConfig({ needs: ['database', 'api', 'master'] })
  const log = createLogger(config.log)
  const say = (message: string) => log.info(message)
  if (options['migrate']) await waitFor(waitMs, () => migrateWithRightKey(config, say), say)
  else if (waitMs > 0) await waitFor(waitMs, () => lookAtSchema(config), say)
  const lifecycle = await startRoles(config, roles, log).catch(explainTakenPort)
  leaveSignals()
  await lifecycle.untilSignal()
  log.info('stopped')
}
