// Operations on users bound to the rules; nothing is parsed or decided here.
import { PAGE_LIMIT_DEFAULT, type User } from '@task-service/contract'
import type { PasswordHasher } from '#crypto/password-hasher.ts'
import type { Prechecks, Routes } from '#http/route.ts'
import { passwordWrong } from './errors.ts'
import { changeUser, disableUser, enableUser } from './service/change-user.ts'
import { createUser } from './service/create-user.ts'
import { getMe, getUser, listPage } from './service/get-user.ts'
import { makeResetLink, setPassword } from './service/set-password.ts'
import { recordSignOut } from './service/sign-in-log.ts'

export type UserRouteOptions = {
  pepper: Buffer
  version: string
  /** What a proxy takes off the front; empty without one. */
  basePath: string
  signOutPath: () => string
}

function etag({ version }: User): { etag: string } {
  return { etag: `"${version}"` }
}

const shown = (user: User) => ({ status: 200 as const, body: user, headers: etag(user) })

/** A precheck made it; an operation without one would be a mistake here. */
function prepared(hash: string | undefined): string {
  if (hash === undefined) throw new Error('the password was not hashed')
  return hash
}

export function createUserRoutes(options: UserRouteOptions) {
  const { pepper, version, basePath } = options
  const toLink = ({ token, expiresAt }: { token: string; expiresAt: Date }) => ({
    path: resetPath(basePath, token),
    expires_at: expiresAt.toISOString(),
  })
  return {
    'me.get': async (ctx) => ({
      status: 200,
      body: { ...(await getMe(ctx)), version, api_base: `${basePath}/api` },
    }),
    'me.change_password': async (ctx, { body, prepared: made }) => {
      const passwordHash = prepared(made?.passwordHash)
      const input = { password: body.new_password, passwordHash, mustChange: false }
      await setPassword(ctx, ctx.actor.id, input, 'password_changed')
      return { status: 204, body: null }
    },
    'me.sign_out': async (ctx, { prepared: made }) => {
      await recordSignOut(ctx, made?.client)
      return { status: 200, body: { path: options.signOutPath() } }
    },
    'users.list': async (ctx, { query }) => {
      const page = { limit: query.limit ?? PAGE_LIMIT_DEFAULT, cursor: query.cursor }
      return { status: 200, body: await listPage(ctx, page) }
    },
    'users.create': async (ctx, { body, prepared: made }) => {
      const user = await createUser(ctx, { ...body, passwordHash: made?.passwordHash })
      const headers = { location: `/api/users/${user.id}`, ...etag(user) }
      if (user.has_password) return { status: 201, body: { user, reset_link: null }, headers }
      const link = toLink(await makeResetLink(ctx, user.id, pepper))
      const fresh = { ...user, reset_link_expires_at: link.expires_at }
      return { status: 201, body: { user: fresh, reset_link: link }, headers }
    },
    'users.get': async (ctx, { params }) => shown(await getUser(ctx, params.user)),
    'users.change': async (ctx, { params, body, ifMatch }) =>
      shown(await changeUser(ctx, params.user, body, ifMatch)),
    'users.disable': async (ctx, { params }) => shown(await disableUser(ctx, params.user)),
    'users.enable': async (ctx, { params }) => shown(await enableUser(ctx, params.user)),
    'users.set_password': async (ctx, { params, body, prepared: made }) => {
      const { password, must_change_password: mustChange = true } = body
      const input = { password, passwordHash: prepared(made?.passwordHash), mustChange }
      return shown(await setPassword(ctx, params.user, input, 'password_set'))
    },
    'users.reset_link': async (ctx, { params }) => ({
      status: 200,
      body: toLink(await makeResetLink(ctx, params.user, pepper)),
    }),
  } satisfies Routes
}

/** The token is in the fragment, which browsers do not send and servers do not log. */
export function resetPath(basePath: string, token: string): string {
  return `${basePath}/ui/reset#token=${token}`
}

export function createUserPrechecks({ hash }: PasswordHasher): Prechecks {
  return {
    'users.create': async ({ body: { password } }) =>
      password === undefined ? {} : { passwordHash: await hash(password) },
    'users.set_password': async ({ body }) => ({ passwordHash: await hash(body.password) }),
    'me.sign_out': async (_input, { client }) => (client ? { client } : {}),
    'me.change_password': async ({ body }, caller) => {
      if (!caller.isPassword?.(body.current_password)) throw passwordWrong()
      return { passwordHash: await hash(body.new_password) }
    },
  }
}
