// `user …`: who signs in to the dashboard, from the operator's side. The way back in when nobody can sign in any more.
import { text } from 'node:stream/consumers'
import type { User } from '@task-service/contract'
import { generatePassword } from '#crypto/generate-password.ts'
import { hashPassword } from '#crypto/password-hash.ts'
import type { Context } from '#db/context.ts'
import {
  createUser,
  disableUser,
  enableUser,
  findByName,
  listPage,
  makeResetLink,
  resetPath,
  setPassword,
} from '#domains/users/index.ts'
import { type CommandSession, withCommandSession } from './command-session.ts'
import { CommandError } from './exit-codes.ts'
import { type Output, table } from './output.ts'

type Options = Record<string, unknown>
type Tenant = { id: string; slug: string }

const PAGE = 200
const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$/

async function inChosenTenant<T>(
  options: Options,
  work: (session: CommandSession, tenant: Tenant) => Promise<T>,
): Promise<T> {
  return withCommandSession(async (session) =>
    work(session, await session.getTenant(String(options['tenant']))),
  )
}

async function getUser(ctx: Context, username: string): Promise<User> {
  const user = await findByName(ctx, username)
  if (user) return user
  throw new CommandError(
    'not_found',
    `There is no user "${username}" in ${ctx.tenant.slug}. See: task-service user list`,
  )
}

export async function userList(output: Output, options: Options) {
  return inChosenTenant(options, async (session, tenant) => {
    const users: User[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await session.inTenant(tenant, (ctx) => listPage(ctx, { limit: PAGE, cursor }))
      users.push(...page.data)
      if (page.next_cursor === null) break
      cursor = page.next_cursor
    }
    const rows = users.map((user) => [
      user.username,
      user.name,
      stateOf(user),
      user.last_sign_in_at ?? 'never',
    ])
    output.result({ users }, table(['USERNAME', 'NAME', 'STATE', 'LAST SIGN-IN'], rows))
    return undefined
  })
}

function stateOf(user: User): string {
  if (user.disabled_at !== null) return 'disabled'
  if (!user.has_password) return user.reset_link_expires_at ? 'invited' : 'no password'
  return user.must_change_password ? 'must change password' : 'active'
}

export async function userAdd(output: Output, options: Options, [username = '']: string[]) {
  if (!USERNAME.test(username)) {
    throw new CommandError(
      'usage',
      'A username has up to 64 letters, digits and . _ @ + -, beginning with a letter or a digit.',
    )
  }
  const name = typeof options['name'] === 'string' ? options['name'] : ''
  return inChosenTenant(options, async (session, tenant) => {
    const made = await choosePassword(options)
    const input = { username, name, ...made, mustChangePassword: made.isGenerated }
    const user = await session.inTenant(tenant, (ctx) => createUser(ctx, input))
    tell(output, `Added ${user.username}.`, user, made)
    return undefined
  })
}

export async function userPassword(output: Output, options: Options, [username = '']: string[]) {
  return inChosenTenant(options, async (session, tenant) => {
    const made = await choosePassword(options)
    const user = await session.inTenant(tenant, async (ctx) => {
      const { id } = await getUser(ctx, username)
      return setPassword(ctx, id, { ...made, mustChange: made.isGenerated }, 'password_set')
    })
    tell(
      output,
      `${user.username} has a new password; the previous one is no longer valid.`,
      user,
      made,
    )
    return undefined
  })
}

type Made = { password: string; passwordHash: string; isGenerated: boolean }

/** Never from an argument: those are seen by everybody on the machine, and stay in the shell's history. */
async function choosePassword({ stdin }: Options): Promise<Made> {
  const isGenerated = stdin !== true
  const given = isGenerated ? generatePassword() : await text(process.stdin)
  const password = given.replace(/\r?\n$/, '')
  return { password, passwordHash: await hashPassword(password), isGenerated }
}

function tell(output: Output, done: string, user: User, { password, isGenerated }: Made): void {
  output.result({ user, ...(isGenerated && { password }) }, [
    done,
    ...(isGenerated ? [`Password (shown only now): ${password}`] : []),
  ])
}

export async function userDisable(output: Output, options: Options, [username = '']: string[]) {
  return switchTo(output, options, username, disableUser, 'can no longer sign in')
}

export async function userEnable(output: Output, options: Options, [username = '']: string[]) {
  return switchTo(output, options, username, enableUser, 'can sign in')
}

async function switchTo(
  output: Output,
  options: Options,
  username: string,
  change: (ctx: Context, userId: string) => Promise<User>,
  outcome: string,
) {
  return inChosenTenant(options, async (session, tenant) => {
    const user = await session.inTenant(tenant, async (ctx) =>
      change(ctx, (await getUser(ctx, username)).id),
    )
    output.result({ user }, `${user.username} ${outcome}.`)
    return undefined
  })
}

export async function userResetLink(output: Output, options: Options, [username = '']: string[]) {
  return inChosenTenant(options, async (session, tenant) => {
    const { token, expiresAt } = await session.inTenant(tenant, async (ctx) =>
      makeResetLink(ctx, (await getUser(ctx, username)).id, session.pepper),
    )
    const path = resetPath(session.http.basePath, token)
    const { publicUrl, hostSuffix } = session.http
    const isKnown = publicUrl !== null && hostSuffix === null
    const link = isKnown ? new URL(path, publicUrl).href : path
    output.result({ link, expires_at: expiresAt.toISOString() }, [
      `Link (shown only now, works once until ${expiresAt.toISOString()}):`,
      link,
      ...(isKnown ? [] : ['Put the address of the dashboard in front of it.']),
    ])
    return undefined
  })
}
