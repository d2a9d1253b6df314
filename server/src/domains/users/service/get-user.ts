// Finding users, for those who read them and for those who are about to change one.
import type { Me, User } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { parseActor } from '#lib/actor.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { decodeId, encodeId } from '#lib/ids.ts'
import { userNotFound } from '../errors.ts'
import {
  findUser,
  findUserByName,
  listUsers,
  readTenantName,
  type ShownUserRow,
} from '../store/users.ts'

export function toUser(row: ShownUserRow): User {
  return {
    id: encodeId('user', row.id),
    username: row.username,
    name: row.name,
    has_password: row.password_hash !== null,
    must_change_password: row.must_change_password,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
    reset_link_expires_at: row.reset_link_expires_at?.toISOString() ?? null,
    version: row.version,
    created_by: parseActor(row.created_by),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export async function getRow(
  ctx: Context,
  userId: string,
  options: { lock?: boolean } = {},
): Promise<ShownUserRow> {
  const id = decodeId('user', userId)
  const row = id && (await findUser(ctx.tx, id, options))
  if (!row) throw userNotFound()
  return row
}

export async function getUser(ctx: Context, userId: string): Promise<User> {
  return toUser(await getRow(ctx, userId))
}

/** For commands, where people are known by what they sign in with. */
export async function findByName(ctx: Context, username: string): Promise<User | undefined> {
  const row = await findUserByName(ctx.tx, username.toLowerCase())
  return row && toUser(row)
}

export async function listPage(
  ctx: Context,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ data: User[]; next_cursor: string | null }> {
  const scope = { secret: ctx.cursorSecret, tenantId: ctx.tenant.id, query: 'users' }
  const after = page.cursor ? String(decodeCursor(scope, page.cursor)[0]) : undefined
  const rows = await listUsers(ctx.tx, after, page.limit + 1)
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    data: shown.map(toUser),
    next_cursor: rows.length > page.limit && last ? encodeCursor(scope, [last.id]) : null,
  }
}

export async function getMe(ctx: Context): Promise<Pick<Me, 'user' | 'tenant'>> {
  const { id, username, name, must_change_password } = await getUser(ctx, ctx.actor.id)
  return {
    user: { id, username, name, must_change_password },
    tenant: { slug: ctx.tenant.slug, name: await readTenantName(ctx.tx) },
  }
}
