// The session of a command that works on tenants: a database pool for one command, and a tenant transaction for each change.
import { refuseUnfitSchema } from '#app/readiness.ts'
import type { Config } from '#config/config.ts'
import { loadConfig } from '#config/load.ts'
import type { Context } from '#db/context.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { readInstance } from '#domains/keys/index.ts'
import { findTenant, TenantError, type TenantRow } from '#domains/tenants/index.ts'
import { Problem } from '#lib/problem.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { CommandError } from './exit-codes.ts'

type Work<T> = (ctx: Context) => Promise<T>

export type CommandSession = {
  db: Database
  pepper: Buffer
  dashboard: Config['dashboard']
  http: Config['http']
  bucket: Config['bucket']
  fleet: Config['fleet']
  inTenant<T>(tenant: { id: string; slug: string }, work: Work<T>): Promise<T>
  getTenant(slug: string): Promise<TenantRow & { id: string }>
}

/** Closes the database whatever happens. */
export async function withCommandSession<T>(
  work: (session: CommandSession) => Promise<T>,
): Promise<T> {
  const { database, dashboard, http, bucket, fleet } = loadConfig({ needs: ['database'] })
  const db = openDatabase({ ...database, url: database.url.reveal(), poolSize: 1 })
  try {
    await refuseUnfitSchema(db, database.rolePrefix)
    const { pepper } = await readInstance(db.auth)
    return await work({
      db,
      pepper,
      dashboard,
      http,
      bucket,
      fleet,
      inTenant: (tenant, inside) =>
        db.tenantTx(tenant.id, (tx) => inside({ ...commandContext(pepper), tx, tenant })),
      getTenant: (slug) => getTenant(db, slug),
    })
  } catch (error) {
    throw explain(error)
  } finally {
    await db.close()
  }
}

/** Turns an error for API clients into one for the command line. */
function explain(error: unknown): unknown {
  if (error instanceof TenantError) {
    return new CommandError(error.reason === 'invalid' ? 'usage' : 'not_found', error.message)
  }
  if (!(error instanceof Problem) || error.status >= 500) return error
  return new CommandError(error.status === 400 ? 'usage' : 'not_found', error.detail)
}

function commandContext(pepper: Buffer) {
  return {
    actor: { kind: 'system' as const, id: 'command' },
    requestId: `command-${uuidv7()}`,
    now: new Date(),
    cursorSecret: pepper,
    freshnessSecret: pepper,
  }
}

async function getTenant(db: Database, slug: string): Promise<TenantRow & { id: string }> {
  const tenant = await findTenant(db.auth, slug)
  if (!tenant) {
    throw new CommandError(
      'not_found',
      `Tenant "${slug}" does not exist. List tenants with: task-service tenant list`,
    )
  }
  return { ...tenant, id: tenant.tenant_id }
}
