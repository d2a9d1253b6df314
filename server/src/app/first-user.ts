// The first user of the default tenant's dashboard: made when there is none, with the password of the environment or with
// one that is printed once.
import type { Config } from '#config/config.ts'
import { ConfigError } from '#config/config-error.ts'
import { generatePassword } from '#crypto/generate-password.ts'
import { hashPassword } from '#crypto/password-hash.ts'
import type { Database } from '#db/database.ts'
import type { Instance } from '#domains/keys/index.ts'
import { findTenant } from '#domains/tenants/index.ts'
import { createFirstUser, findPasswordFault, hasUsers } from '#domains/users/index.ts'
import { DEFAULT_TENANT } from '#http/tenant-host.ts'
import { uuidv7 } from '#lib/uuid.ts'
import type { Logger } from '#observe/log.ts'

export type FirstUserParts = {
  config: Pick<Config, 'dashboard' | 'http'>
  db: Database
  instance: Instance
  log: Logger
}

/** Of several processes that start together, the one that makes the user prints. */
export async function provideFirstUser({ config, db, instance, log }: FirstUserParts) {
  const { username } = config.dashboard
  const tenant = await findTenant(db.auth, DEFAULT_TENANT)
  if (!tenant || (await db.tenantRead(tenant.tenant_id, hasUsers))) return
  const given = readPassword(config)
  const password = given ?? generatePassword()
  const passwordHash = await hashPassword(password)
  const user = await db.tenantTx(tenant.tenant_id, (tx) =>
    createFirstUser(
      {
        tx,
        tenant: { id: tenant.tenant_id, slug: tenant.slug },
        actor: { kind: 'system', id: 'start' },
        requestId: `start-${uuidv7()}`,
        now: new Date(),
        cursorSecret: instance.pepper,
        freshnessSecret: instance.pepper,
      },
      { username, password, passwordHash, mustChangePassword: given === undefined },
    ),
  )
  if (!user) return
  log.info({ username: user.username }, 'made the first user of the dashboard')
  if (given === undefined) printOnce(`${config.http.basePath}/ui/`, user.username, password)
}

function readPassword({ dashboard }: FirstUserParts['config']): string | undefined {
  const password = dashboard.password?.reveal()
  const owner = { username: dashboard.username, tenant: DEFAULT_TENANT }
  const fault = password === undefined ? undefined : findPasswordFault(password, owner)
  if (fault === undefined) return password
  const problem = `is refused: ${fault.replace(/\.$/, '')}`
  throw new ConfigError([
    {
      variable: 'SERVICE_ACP_UI_PASSWORD',
      problem,
      remedy: 'Run `task-service init` to make one.',
    },
  ])
}

/** Beside the log, where nothing that is kept goes. */
function printOnce(path: string, username: string, password: string): void {
  process.stderr.write(`
  Dashboard: ${path}
  Username:  ${username}
  Password:  ${password}   (shown only now; change it after signing in)

`)
}
