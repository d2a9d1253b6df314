// Reading definitions of custom fields.
import { CUSTOM_FIELDS_MAX, type Field } from '@task-service/contract'
import type { Context, WorkContext } from '#db/context.ts'
import { parseActor } from '#lib/actor.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { decodeId, encodeId } from '#lib/ids.ts'
import { fieldNotFound } from '../errors.ts'
import { type FieldRow, findField, listFields } from '../store.ts'

export function toField(row: FieldRow): Field {
  return {
    id: encodeId('field', row.id),
    key: row.key,
    name: row.name,
    type: row.type,
    choices: row.choices,
    position: row.position,
    archived_at: row.archived_at?.toISOString() ?? null,
    version: row.version,
    created_by: parseActor(row.created_by),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export async function getRow(ctx: Context, fieldId: string): Promise<FieldRow> {
  const id = decodeId('field', fieldId)
  const row = id && (await findField(ctx.tx, id))
  if (!row) throw fieldNotFound()
  return row
}

export async function getField(ctx: Context, fieldId: string): Promise<Field> {
  return toField(await getRow(ctx, fieldId))
}

/** There are never more than one statement reads. */
export function allFields(ctx: Pick<WorkContext, 'tx'>): Promise<FieldRow[]> {
  return listFields(ctx.tx, { limit: CUSTOM_FIELDS_MAX })
}

export async function listPage(
  ctx: Context,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ data: Field[]; next_cursor: string | null }> {
  const scope = { secret: ctx.cursorSecret, tenantId: ctx.tenant.id, query: 'fields' }
  const [position, id] = page.cursor ? decodeCursor(scope, page.cursor) : []
  const after = id === undefined ? undefined : { position: Number(position), id: String(id) }
  const rows = await listFields(ctx.tx, { after, limit: page.limit + 1 })
  const shown = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? shown.at(-1) : undefined
  return {
    data: shown.map(toField),
    next_cursor: last ? encodeCursor(scope, [last.position, last.id]) : null,
  }
}
