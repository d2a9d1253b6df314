// Setting a password: one's own, that of another user, or by a reset link. The caller hashes it before the transaction,
// so that no connection waits for it.
import { RESET_LINK_HOURS, type User } from '@task-service/contract'
import { digestResetToken, makeResetToken } from '#crypto/reset-token.ts'
import type { Context } from '#db/context.ts'
import { encodeId } from '#lib/ids.ts'
import { currentPasswordRequired, resetLinkInvalid, userDisabled } from '../errors.ts'
import { deleteReset, findReset, replaceReset, takeReset } from '../store/password-resets.ts'
import { findUser, type ShownUserRow, updateUser } from '../store/users.ts'
import { nextVersion } from './change-user.ts'
import { refuseWeak } from './create-user.ts'
import { getRow, toUser } from './get-user.ts'
import { recordAct } from './record-act.ts'

export type NewPassword = { password: string; passwordHash: string; mustChange: boolean }
type Act = 'password_changed' | 'password_set' | 'password_reset'

export async function setPassword(
  ctx: Context,
  userId: string,
  input: NewPassword,
  act: Act,
): Promise<User> {
  const user = await getRow(ctx, userId, { lock: true })
  if (act === 'password_set') refuseOwn(ctx, user)
  return write(ctx, user, input, act)
}

/** An unlocked screen must not be enough to take over the account. */
function refuseOwn({ actor }: Context, user: ShownUserRow): void {
  if (actor.kind === 'user' && actor.id === encodeId('user', user.id)) {
    throw currentPasswordRequired()
  }
}

async function write(
  ctx: Context,
  before: ShownUserRow,
  input: NewPassword,
  act: Act,
): Promise<User> {
  refuseWeak(input.password, before.username, ctx.tenant.slug)
  const next = nextVersion(ctx, {
    ...before,
    password_hash: input.passwordHash,
    password_version: before.password_version + 1,
    must_change_password: input.mustChange,
    reset_link_expires_at: null,
  })
  await Promise.all([
    updateUser(ctx.tx, next),
    // An open reset link could replace the new password.
    deleteReset(ctx.tx, before.id),
    recordAct(ctx, before.id, act),
  ])
  return toUser(next)
}

export async function makeResetLink(
  ctx: Context,
  userId: string,
  pepper: Buffer,
): Promise<{ token: string; expiresAt: Date }> {
  const user = await getRow(ctx, userId, { lock: true })
  refuseOwn(ctx, user)
  if (user.disabled_at !== null) throw userDisabled()
  const token = makeResetToken()
  const expiresAt = new Date(ctx.now.getTime() + RESET_LINK_HOURS * 3_600_000)
  await Promise.all([
    replaceReset(ctx.tx, { userId: user.id, digest: digestResetToken(pepper, token), expiresAt }),
    recordAct(ctx, user.id, 'reset_link_made'),
  ])
  return { token, expiresAt }
}

/** Asked before the new password is hashed: a made-up token must not cost a core. */
export async function refuseUnknownReset(
  ctx: Pick<Context, 'tx'>,
  pepper: Buffer,
  token: string,
): Promise<void> {
  if (!(await findReset(ctx.tx, digestResetToken(pepper, token)))) throw resetLinkInvalid()
}

export async function resetPassword(
  ctx: Omit<Context, 'actor'>,
  pepper: Buffer,
  input: { token: string; password: string; passwordHash: string },
): Promise<User> {
  const id = await takeReset(ctx.tx, digestResetToken(pepper, input.token))
  const user = id && (await findUser(ctx.tx, id, { lock: true }))
  if (!user || user.disabled_at !== null) throw resetLinkInvalid()
  // The holder of the link acts as its user.
  const actor = { kind: 'user' as const, id: encodeId('user', user.id) }
  return write({ ...ctx, actor }, user, { ...input, mustChange: false }, 'password_reset')
}
