// A stage with a service process and a database of its own: for files that configure, stop or run it alone, and for proofs.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { type Service, startService, UI_PASSWORD } from '../../harness/service.ts'
import { buildStage, type Stage } from './stage.ts'

const root = join(import.meta.dirname, '../../..')

export type OwnStage = Stage & { service: Service; database: TestDatabase }

/** What every service has that a browser looks at. */
export const STAGE_ENV = {
  SERVICE_ACP_LIMIT_STREAM_DURATION: '10m',
  SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
  SERVICE_ACP_WEBHOOK_TIMEOUT: '2s',
  SERVICE_ACP_WEBHOOK_SCHEDULE: '1s,1s,1s',
}

export function buildDashboard(): void {
  execFileSync(process.execPath, ['tools/build/build-dashboard.ts', '--if-needed'], { cwd: root })
}

export async function openStage(
  env: Record<string, string> = {},
  args: string[] = [],
): Promise<OwnStage> {
  buildDashboard()
  const database = await createDatabase()
  const service = await startService({
    databaseUrl: database.url,
    args,
    env: { ...STAGE_ENV, ...env },
  })
  return buildStage({
    service,
    database,
    tenant: 'default',
    password: UI_PASSWORD,
    async leave() {
      await service.stop()
      await database.drop()
    },
  })
}
