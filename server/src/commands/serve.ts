// `serve`: the program's main work, as one role or both.
import { startRoles } from '#app/start.ts'
import { loadConfig } from '#config/load.ts'
import { createLogger } from '#observe/log.ts'
import { CommandError } from './exit-codes.ts'
import { migrateDatabase } from './migrate.ts'
import type { Output } from './output.ts'

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

export async function serve(_output: Output, options: Record<string, unknown>): Promise<undefined> {
  const roles = ROLES[String(options['role']) as keyof typeof ROLES] // checked on the next line
  if (!roles) throw new CommandError('usage', 'Choose --role api, worker or all.')
  const config = loadConfig({ needs: ['database', 'api', 'master'] })
  const log = createLogger(config.log)
  if (options['migrate']) await migrateDatabase(config, (message) => log.info(message))
  const lifecycle = await startRoles(config, roles, log).catch(explainTakenPort)
  await lifecycle.untilSignal()
  log.info('stopped')
}
