// Renaming, disabling and enabling a user.
import type { FieldChange, User, UserChange } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { codeOf, UNIQUE_VIOLATION } from '#lib/database-failure.ts'
import { usernameTaken, userRequired, versionMismatch } from '../errors.ts'
import { deleteReset } from '../store/password-resets.ts'
import { countOthers, lockUsers, type ShownUserRow, updateUser } from '../store/users.ts'
import { getRow, toUser } from './get-user.ts'
import { recordAct } from './record-act.ts'

export async function changeUser(
  ctx: Context,
  userId: string,
  change: UserChange,
  expected: { version?: number },
): Promise<User> {
  const before = await getRow(ctx, userId, { lock: true })
  if (expected.version !== undefined && expected.version !== before.version) {
    throw versionMismatch(before.version)
  }
  const after = {
    ...before,
    ...(change.username !== undefined && { username: change.username.toLowerCase() }),
    ...(change.name !== undefined && { name: change.name }),
  }
  const changes: FieldChange[] = (['username', 'name'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }))
  if (changes.length === 0) return toUser(before)
  const next = nextVersion(ctx, after)
  try {
    await updateUser(ctx.tx, next)
  } catch (error) {
    throw codeOf(error) === UNIQUE_VIOLATION ? usernameTaken(after.username) : error
  }
  await recordAct(ctx, before.id, 'updated', changes)
  return toUser(next)
}

export function nextVersion<Row extends ShownUserRow>(ctx: Context, row: Row): Row {
  return { ...row, version: row.version + 1, updated_at: ctx.now }
}

export async function disableUser(ctx: Context, userId: string): Promise<User> {
  await lockUsers(ctx.tx)
  const before = await getRow(ctx, userId, { lock: true })
  if (before.disabled_at !== null) return toUser(before)
  if ((await countOthers(ctx.tx, before.id)) === 0) throw userRequired()
  const next = nextVersion(ctx, { ...before, disabled_at: ctx.now, reset_link_expires_at: null })
  await Promise.all([
    updateUser(ctx.tx, next),
    deleteReset(ctx.tx, before.id),
    recordAct(ctx, before.id, 'disabled'),
  ])
  return toUser(next)
}

export async function enableUser(ctx: Context, userId: string): Promise<User> {
  const before = await getRow(ctx, userId, { lock: true })
  if (before.disabled_at === null) return toUser(before)
  const next = nextVersion(ctx, { ...before, disabled_at: null })
  await Promise.all([updateUser(ctx.tx, next), recordAct(ctx, before.id, 'enabled')])
  return toUser(next)
}
