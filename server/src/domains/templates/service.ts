// The rules of templates: each is one that a task can be created from, and each change leaves an audit entry.
import { isDeepStrictEqual } from 'node:util'
import {
  FIELDS_MAX,
  type FieldChange,
  type Task,
  type Template,
  type TemplateChange,
  type TemplateCreate,
  type TemplateTask,
  type TemplateUse,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { createTask, draftTask, type TaskDraft } from '#domains/tasks/index.ts'
import { getSettings } from '#domains/tenants/index.ts'
import { actorText, parseActor } from '#lib/actor.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { decodeId, encodeId } from '#lib/ids.ts'
import { mergePatch } from '#lib/json/merge-patch.ts'
import { limitsOf } from '#lib/limits/byte-limits.ts'
import { timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import { toDraft } from './draft.ts'
import {
  templateInUse,
  templateLimitReached,
  templateNotFound,
  tooManyFields,
  versionMismatch,
} from './errors.ts'
import {
  countTemplates,
  deleteTemplate,
  findTemplate,
  insertTemplate,
  listTemplates,
  listUsers,
  lockCount,
  type TemplateRow,
  updateTemplate,
} from './store.ts'

export type TemplateLimits = {
  /** Of one tenant; null is no limit. */
  maxTemplates: number | null
}

type Expected = { version?: number }

function toTemplate(row: TemplateRow): Template {
  return {
    id: encodeId('template', row.id),
    name: row.name,
    task: row.task,
    version: row.version,
    created_by: parseActor(row.created_by),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

async function getRow(
  ctx: Context,
  templateId: string,
  options: { lock?: 'update' | 'share' } = {},
): Promise<TemplateRow> {
  const id = decodeId('template', templateId)
  const row = id && (await findTemplate(ctx.tx, id, options))
  if (!row) throw templateNotFound()
  return row
}

async function lockVersion(
  ctx: Context,
  templateId: string,
  expected: Expected,
): Promise<TemplateRow> {
  const row = await getRow(ctx, templateId, { lock: 'update' })
  const { version = row.version } = expected
  if (version !== row.version) throw versionMismatch(row.version)
  return row
}

async function record(
  ctx: Context,
  id: string,
  act: 'created' | 'updated' | 'deleted',
  changes: FieldChange[] = [],
): Promise<void> {
  await recordAudit(ctx, [{ action: `template.${act}`, subjectId: id, changes }])
}

export async function createTemplate(
  ctx: Context,
  input: TemplateCreate,
  { maxTemplates }: TemplateLimits,
): Promise<Template> {
  refuseImpossible(ctx, input.task)
  if (maxTemplates !== null) await refuseTooMany(ctx, maxTemplates)
  const id = uuidv7(ctx.now.getTime())
  const createdAt = timeOfUuid(id)
  const row: TemplateRow = {
    id,
    name: input.name,
    task: input.task,
    version: 1,
    created_by: actorText(ctx.actor),
    created_at: createdAt,
    updated_at: createdAt,
  }
  await Promise.all([insertTemplate(ctx.tx, row), record(ctx, id, 'created')])
  return toTemplate(row)
}

/** What is too large for a task is reported now, not when a task is to be created. */
function refuseImpossible(ctx: Context, task: TemplateTask): void {
  draftTask(ctx, toDraft(task, { at: ctx.now, timeZone: 'UTC' }))
}

async function refuseTooMany({ tx }: Context, most: number): Promise<void> {
  await lockCount(tx)
  if ((await countTemplates(tx, most)) >= most) throw templateLimitReached(most)
}

export async function getTemplate(ctx: Context, templateId: string): Promise<Template> {
  return toTemplate(await getRow(ctx, templateId))
}

const compared = ['name', 'task'] as const

export async function changeTemplate(
  ctx: Context,
  templateId: string,
  { name, task }: TemplateChange,
  expected: Expected,
): Promise<Template> {
  const before = await lockVersion(ctx, templateId, expected)
  const after: TemplateRow = {
    ...before,
    name: name ?? before.name,
    // Every value of the patch is one that a template may have, or null.
    task: task ? (mergePatch(before.task, task) as TemplateTask) : before.task,
  }
  if (Object.keys(after.task.fields ?? {}).length > FIELDS_MAX) throw tooManyFields()
  refuseImpossible(ctx, after.task)
  const changed = compared.filter((field) => !isDeepStrictEqual(before[field], after[field]))
  if (changed.length === 0) return toTemplate(before)
  const next = { ...after, version: before.version + 1, updated_at: ctx.now }
  const changes = changed.map((field) => ({ field, from: before[field], to: after[field] }))
  await Promise.all([updateTemplate(ctx.tx, next), record(ctx, before.id, 'updated', changes)])
  return toTemplate(next)
}

export async function removeTemplate(
  ctx: Context,
  templateId: string,
  expected: Expected,
): Promise<void> {
  const { id } = await lockVersion(ctx, templateId, expected)
  const users = await listUsers(ctx.tx, id)
  if (users.length > 0) throw templateInUse(users)
  await Promise.all([deleteTemplate(ctx.tx, id), record(ctx, id, 'deleted')])
}

/** Its due date is counted from now, in the time zone of the tenant. */
export async function createFromTemplate(
  ctx: Context,
  templateId: string,
  { fields, ...values }: TemplateUse,
): Promise<Task> {
  const { task } = await getRow(ctx, templateId)
  const { time_zone: timeZone } = await getSettings(ctx)
  const draft: TaskDraft = { ...toDraft(task, { at: ctx.now, timeZone }), ...values }
  if (!fields) return createTask(ctx, draft)
  const merged = mergePatch(task.fields ?? {}, fields) as Task['fields'] // both sides are objects by schema
  if (Object.keys(merged).length > FIELDS_MAX) throw tooManyFields()
  return createTask(ctx, { ...draft, fields: merged })
}

export async function listPage(
  ctx: Context,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ data: Template[]; next_cursor: string | null }> {
  const scope = { secret: ctx.cursorSecret, tenantId: ctx.tenant.id, query: 'templates' }
  const after = page.cursor ? String(decodeCursor(scope, page.cursor)[0]) : undefined
  const { rows, isCut } = await listTemplates(ctx.tx, {
    after,
    limit: page.limit + 1,
    maxBytes: limitsOf(ctx).pageBytes,
  })
  const shown = rows.slice(0, page.limit)
  const last = isCut || rows.length > page.limit ? shown.at(-1) : undefined
  return {
    data: shown.map(toTemplate),
    next_cursor: last ? encodeCursor(scope, [last.id]) : null,
  }
}
