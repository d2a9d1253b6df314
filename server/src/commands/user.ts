// `user …`: dashboard users, managed by the operator; also restores access when no user can sign in.
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
    `User "${username}" does not exist in tenant "${ctx.tenant.slug}". List users with: task-service user list --tenant ${ctx.tenant.slug}`,
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
      'Invalid username: use up to 64 letters, digits and . _ @ + -, starting with a letter or digit.',
    )
  }
  const name = typeof options['name'] === 'string' ? options['name'] : ''
  return inChosenTenant(options, async (session, tenant) => {
    const chosen = await choosePassword(options)
    const input = { username, name, ...chosen, mustChangePassword: chosen.isGenerated }
    const user = await session.inTenant(tenant, (ctx) => createUser(ctx, input))
    printUser(output, `Added ${user.username}.`, user, chosen)
    return undefined
  })
}

export async function userPassword(output: Output, options: Options, [username = '']: string[]) {
  return inChosenTenant(options, async (session, tenant) => {
    const chosen = await choosePassword(options)
    const user = await session.inTenant(tenant, async (ctx) => {
      const { id } = await getUser(ctx, username)
      return setPassword(ctx, id, { ...chosen, mustChange: chosen.isGenerated }, 'password_set')
    })
    printUser(
      output,
      `${user.username} has a new password; the previous one is no longer valid.`,
      user,
      chosen,
    )
    return undefined
  })
}

type ChosenPassword = { password: string; passwordHash: string; isGenerated: boolean }

/** Never from an argument: every user of the machine can see those, and the shell keeps them in its history. */
async function choosePassword({ stdin }: Options): Promise<ChosenPassword> {
  const isGenerated = stdin !== true
  const given = isGenerated ? generatePassword() : await text(process.stdin)
  const password = given.replace(/\r?\n$/, '')
  return { password, passwordHash: await hashPassword(password), isGenerated }
}

function printUser(
  output: Output,
  done: string,
  user: User,
  { password, isGenerated }: ChosenPassword,
): void {
  output.result({ user, ...(isGenerated && { password }) }, [
    done,
    ...(isGenerated ? [`Password (shown only once): ${password}`] : []),
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
  result: string,
) {
  return inChosenTenant(options, async (session, tenant) => {
    const user = await session.inTenant(tenant, async (ctx) =>
      change(ctx, (await getUser(ctx, username)).id),
    )
    output.result({ user }, `${user.username} ${result}.`)
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
      `Password reset link (shown only once; single use, valid until ${expiresAt.toISOString()}):`,
      link,
      ...(isKnown
        ? []
        : ['Prepend the origin of the dashboard, such as https://tasks.example.com.']),
    ])
    return undefined
  })
}
