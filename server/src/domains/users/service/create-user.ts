// Adds a user: with a password that another user chose, or with a link to choose one.
import type { User } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { actorText } from '#lib/actor.ts'
import { codeOf, UNIQUE_VIOLATION } from '#lib/database-failure.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { passwordRefused, usernameTaken } from '../errors.ts'
import { findPasswordFault } from '../password-rule.ts'
import { hasUsers, insertUser, lockUsers, type UserRow } from '../store/users.ts'
import { toUser } from './get-user.ts'
import { recordAct } from './record-act.ts'

export type NewUser = {
  username: string
  name?: string | undefined
  /** Both or neither: it is looked at in one form and kept in the other. */
  password?: string | undefined
  passwordHash?: string | undefined
  mustChangePassword?: boolean
}

export async function createUser(ctx: Context, input: NewUser): Promise<User> {
  const username = input.username.toLowerCase()
  const { password, passwordHash } = input
  if (password !== undefined) refuseWeak(password, username, ctx.tenant.slug)
  const row: UserRow = {
    id: uuidv7(ctx.now.getTime()),
    username,
    name: input.name ?? '',
    password_hash: passwordHash ?? null,
    password_version: 1,
    must_change_password: input.mustChangePassword ?? passwordHash !== undefined,
    disabled_at: null,
    last_sign_in_at: null,
    version: 1,
    created_by: actorText(ctx.actor),
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  try {
    await insertUser(ctx.tx, row)
  } catch (error) {
    throw codeOf(error) === UNIQUE_VIOLATION ? usernameTaken(username) : error
  }
  await recordAct(ctx, row.id, 'created')
  return toUser({ ...row, reset_link_expires_at: null })
}

export function refuseWeak(password: string, username: string, tenant: string): void {
  const fault = findPasswordFault(password, { username, tenant })
  if (fault !== undefined) throw passwordRefused(fault)
}

/** The user that a tenant begins with. Nothing when there are users already: of several who ask, one makes it. */
export async function createFirstUser(ctx: Context, input: NewUser): Promise<User | undefined> {
  await lockUsers(ctx.tx)
  return (await hasUsers(ctx.tx)) ? undefined : createUser(ctx, input)
}
