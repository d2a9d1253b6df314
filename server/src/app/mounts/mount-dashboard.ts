// Mounts the dashboard: `/ui/…` behind a username and a password, and the few pages without them.
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import type { PasswordReset } from '@task-service/contract'
import type { FastifyInstance } from 'fastify'
import { createRoutes as createDigestRoutes } from '#domains/digests/index.ts'
import { routes as inbox } from '#domains/inbox/index.ts'
import { refuseMoved } from '#domains/keys/index.ts'
import { findTenant, isServed } from '#domains/tenants/index.ts'
import {
  createUserAuthenticator,
  createUserRoutes,
  refuseUnknownReset,
  resetPassword,
} from '#domains/users/index.ts'
import type { ReadBody } from '#http/body/body-reader.ts'
import { failedKeyLimiter } from '#http/rate-limit.ts'
import { basicAuthenticator } from '#http/ui/auth-basic.ts'
import { bindDashboardFiles } from '#http/ui/dashboard-files.ts'
import { addDashboardHeaders, dashboardHeaders } from '#http/ui/dashboard-headers.ts'
import { askForOwnPassword } from '#http/ui/own-password.ts'
import { answerPeople, bindPlainFiles } from '#http/ui/plain-page.ts'
import { bindReset } from '#http/ui/reset.ts'
import { refuseCrossSite } from '#http/ui/same-origin.ts'
import { askAtTheTop, bindSignIn } from '#http/ui/sign-in.ts'
import { signInThrottle } from '#http/ui/sign-in-throttle.ts'
import { createSignOut } from '#http/ui/sign-out.ts'
import { Problem } from '#lib/problem.ts'
import type { ApiOptions } from '../api-options.ts'
import { integrationParts } from '../integration-parts.ts'
import { createRoutes } from '../modules.ts'
import type { SharedOperations } from '../operations.ts'
import { VERSION } from '../version.ts'

/** Beside the server, in a checkout and in the image. */
const BUILT = join(import.meta.dirname, '../../../../dashboard/dist')

/** Links with a wrong token, of one network: they are not guessed, and looking costs a query. */
const WRONG_LINKS_PER_MINUTE = 30

export async function mountDashboard(
  app: FastifyInstance,
  options: ApiOptions,
  operations: SharedOperations,
  readBody: ReadBody,
): Promise<void> {
  const { basePath } = options.config.http
  app.get('/', async (_request, reply) =>
    reply.headers(dashboardHeaders).redirect(`${basePath}/ui/`, 302),
  )
  app.get('/ui', async (_request, reply) =>
    reply.headers(dashboardHeaders).redirect(`${basePath}/ui/`, 302),
  )
  await app.register(async (ui) => mountPages(ui, options, operations, readBody), { prefix: '/ui' })
}

async function mountPages(
  ui: FastifyInstance,
  options: ApiOptions,
  operations: SharedOperations,
  readBody: ReadBody,
): Promise<void> {
  const { config, instance } = options
  const { basePath, hostSuffix, publicUrl } = config.http
  const auth = basicAuthenticator({
    authenticate: authenticatorOf(options, operations),
    hostSuffix,
  })
  const secret = createHmac('sha256', instance.pepper).update('dashboard').digest()
  const signOut = createSignOut({ secret, basePath, hostSuffix })
  const own = { publicUrl, hostSuffix }
  addDashboardHeaders(ui)
  answerPeople(ui, basePath)
  bindPlainFiles(ui)
  signOut.bind(ui, auth)
  await ui.register(async (scope) =>
    bindReset(scope, {
      ...own,
      basePath,
      findTenant: (slug) => findActiveTenant(options, slug),
      reset: createReset(options, operations),
      readBody,
      failed: failedKeyLimiter(config.limits.guessesPerHour && WRONG_LINKS_PER_MINUTE),
    }),
  )
  await ui.register(async (scope) => {
    scope.addHook('onRequest', askAtTheTop(basePath))
    scope.addHook('onRequest', auth.authenticate)
    bindSignIn(scope, basePath)
    if (!options.takesForeignChanges) scope.addHook('onRequest', refuseCrossSite(own))
    await bindDashboardFiles(scope, {
      directory: config.dashboard.directory ?? BUILT,
      basePath,
    })
    const { pepper } = instance
    const { makePath: signOutPath } = signOut
    const users = createUserRoutes({ pepper, version: VERSION, basePath, signOutPath })
    await scope.register(
      async (api) => {
        api.addHook('onRequest', askForOwnPassword)
        operations.bind(api, {
          routes: {
            ...createRoutes(config, instance, integrationParts(options)),
            ...users,
            ...createDigestRoutes({ pepper, hasMail: config.mail !== null }),
            ...inbox,
          },
          basePath: `${basePath}/ui`,
          isAuthorized: auth.isAuthorized,
        })
      },
      { prefix: '/api' },
    )
  })
}

function authenticatorOf({ config, db, log }: ApiOptions, { hasher }: SharedOperations) {
  return createUserAuthenticator({
    auth: db.auth,
    read: db.tenantRead,
    write: db.tenantTx,
    hasher,
    throttle: signInThrottle(config.limits.guessesPerHour),
    onError: (err: unknown) => log.warn({ err }, 'failed to record a sign-in'),
  })
}

async function findActiveTenant({ db }: ApiOptions, slug: string): Promise<string> {
  const tenant = await findTenant(db.auth, slug)
  if (!tenant || !isServed(tenant)) throw new Problem('reset_link_invalid')
  await refuseMoved(db.auth, tenant)
  return tenant.tenant_id
}

function createReset({ db, instance }: ApiOptions, { hasher }: SharedOperations) {
  const { pepper } = instance
  return async (
    { id, slug }: { id: string; slug: string },
    choice: PasswordReset,
    requestId: string,
  ): Promise<void> => {
    await db.tenantRead(id, (tx) => refuseUnknownReset({ tx }, pepper, choice.token))
    const passwordHash = await hasher.hash(choice.password)
    await db.tenantTx(id, (tx) =>
      resetPassword(
        {
          tx,
          tenant: { id, slug },
          requestId,
          now: new Date(),
          cursorSecret: pepper,
          freshnessSecret: pepper,
        },
        pepper,
        { ...choice, passwordHash },
      ),
    )
  }
}
