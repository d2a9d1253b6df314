// Creates the first dashboard user of the default tenant, with the password of the environment or a generated one that is
// printed once.
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

/** If several processes start together, only the one that creates the user prints the password. */
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
  log.info({ username: user.username }, 'created the first dashboard user')
  if (given === undefined) printOnce(`${config.http.basePath}/ui/`, user.username, password)
}

function readPassword({ dashboard }: FirstUserParts['config']): string | undefined {
  const password = dashboard.password?.reveal()
  const owner = { username: dashboard.username, tenant: DEFAULT_TENANT }
  const fault = password === undefined ? undefined : findPasswordFault(password, owner)
  if (fault === undefined) return password
  const problem = `is not accepted: ${fault.replace(/\.$/, '')}`
  throw new ConfigError([
    {
      variable: 'SERVICE_ACP_UI_PASSWORD',
      problem,
      remedy: 'Run `task-service init` to generate one.',
    },
  ])
}

/** On standard error and not in the log, because logs are retained. */
function printOnce(path: string, username: string, password: string): void {
  process.stderr.write(`
  Dashboard: ${path}
  Username:  ${username}
  Password:  ${password}   (shown only once; change it after signing in)

`)
}
