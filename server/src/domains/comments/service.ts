// The rules of comments: they belong to one task, and each change to one leaves an event and an audit entry.
import type { Comment, EventType, FieldChange } from '@task-service/contract'
import type { Context, WorkContext } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { getTaskUuid } from '#domains/tasks/index.ts'
import { emitEvents } from '#events/emit.ts'
import { actorText, parseActor } from '#lib/actor.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { decodeId, encodeId } from '#lib/ids.ts'
import { limitsOf } from '#lib/limits/byte-limits.ts'
import { timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import { mayEdit, mayRemove } from './authorship.ts'
import { commentNotFound, commentNotYours, explainTask } from './errors.ts'
import { parseMentions } from './mentions.ts'
import {
  type CommentRow,
  deleteComment,
  findComment,
  insertComment,
  listComments,
  listMentionable,
  updateComment,
} from './store.ts'

function toComment(row: CommentRow): Comment {
  return {
    id: encodeId('comment', row.id),
    task_id: encodeId('task', row.task_id),
    body: row.body,
    author: parseActor(row.author),
    mentions: row.mentions.map(parseActor),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** As text, in the order of the comment. What is unknown is no mention: the text may come from another system. */
async function findMentions(ctx: WorkContext, body: string): Promise<string[]> {
  const named = parseMentions(body)
  if (named.length === 0) return []
  const uuids = named.flatMap(({ kind, id }) => (kind === 'user' && decodeId('user', id)) || [])
  const agents = named.filter(({ kind }) => kind === 'agent').map(({ id }) => id)
  const found = await listMentionable(ctx.tx, { userIds: uuids, agents })
  const known = new Set([
    ...found.userIds.map((id) => actorText({ kind: 'user', id: encodeId('user', id) })),
    ...found.agents.map((id) => actorText({ kind: 'agent', id })),
  ])
  return named.map(actorText).filter((one) => known.has(one))
}

/** The audit entry stands under the task, so that its activity tells of its comments. */
async function announce(
  ctx: WorkContext,
  type: EventType,
  comment: CommentRow,
  { previousBody, changes = [] }: { previousBody?: string; changes?: FieldChange[] } = {},
): Promise<void> {
  const edited = previousBody !== undefined
  await Promise.all([
    emitEvents(ctx, [
      {
        type,
        subjectId: comment.id,
        data: toComment(comment),
        ...(edited && { previous: { body: previousBody }, changed: ['body'] }),
      },
    ]),
    recordAudit(ctx, [
      {
        action: type,
        subjectId: comment.task_id,
        changes: edited ? [{ field: 'comment', from: previousBody, to: comment.body }] : changes,
      },
    ]),
  ])
}

export async function createComment(
  ctx: WorkContext,
  taskReference: string,
  body: string,
): Promise<Comment> {
  const id = uuidv7(ctx.now.getTime())
  const createdAt = timeOfUuid(id)
  const [taskId, mentions] = await Promise.all([
    getTaskUuid(ctx, taskReference),
    findMentions(ctx, body),
  ])
  const row: CommentRow = {
    id,
    task_id: taskId,
    author: actorText(ctx.actor),
    body,
    mentions,
    created_at: createdAt,
    updated_at: createdAt,
  }
  await Promise.all([insertComment(ctx.tx, row), announce(ctx, 'comment.created', row)]).catch(
    (error: unknown) => {
      throw explainTask(error)
    },
  )
  return toComment(row)
}

async function getRow(
  ctx: WorkContext,
  taskReference: string,
  commentId: string,
  options: { lock?: boolean } = {},
): Promise<CommentRow> {
  const taskId = await getTaskUuid(ctx, taskReference)
  const id = decodeId('comment', commentId)
  const row = id && (await findComment(ctx.tx, taskId, id, options))
  if (!row) throw commentNotFound()
  return row
}

export async function getComment(ctx: Context, task: string, comment: string): Promise<Comment> {
  return toComment(await getRow(ctx, task, comment))
}

export async function changeComment(
  ctx: WorkContext,
  task: string,
  comment: string,
  body: string,
): Promise<Comment> {
  const row = await getRow(ctx, task, comment, { lock: true })
  const author = parseActor(row.author)
  if (!mayEdit(ctx.actor, author)) throw commentNotYours(author, 'edit')
  return saveBody(ctx, row, body)
}

/** By someone who reviews it before it is sent to an external system; the author stays. */
export async function correctComment(
  ctx: WorkContext,
  task: string,
  comment: string,
  body: string,
): Promise<void> {
  await saveBody(ctx, await getRow(ctx, task, comment, { lock: true }), body)
}

async function saveBody(ctx: WorkContext, row: CommentRow, body: string): Promise<Comment> {
  if (row.body === body) return toComment(row)
  const next = { ...row, body, mentions: await findMentions(ctx, body), updated_at: ctx.now }
  await Promise.all([
    updateComment(ctx.tx, next),
    announce(ctx, 'comment.updated', next, { previousBody: row.body }),
  ])
  return toComment(next)
}

export async function removeComment(ctx: Context, task: string, comment: string): Promise<void> {
  const row = await getRow(ctx, task, comment, { lock: true })
  const author = parseActor(row.author)
  if (!mayRemove(ctx.actor, author)) throw commentNotYours(author, 'delete')
  // The activity of the task shows who deleted it; of another's comment it says whose it was.
  const changes = mayEdit(ctx.actor, author)
    ? []
    : [{ field: 'comment_author', from: author, to: null }]
  await Promise.all([
    deleteComment(ctx.tx, row.id),
    announce(ctx, 'comment.deleted', row, { changes }),
  ])
}

export async function listPage(
  ctx: Context,
  taskReference: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ data: Comment[]; next_cursor: string | null }> {
  const taskId = await getTaskUuid(ctx, taskReference)
  const scope = { secret: ctx.cursorSecret, tenantId: ctx.tenant.id, query: `comments ${taskId}` }
  const after = page.cursor ? String(decodeCursor(scope, page.cursor)[0]) : undefined
  const { rows, isCut } = await listComments(ctx.tx, taskId, {
    after,
    limit: page.limit + 1,
    maxBytes: limitsOf(ctx).pageBytes,
  })
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    data: shown.map(toComment),
    next_cursor:
      (isCut || rows.length > page.limit) && last ? encodeCursor(scope, [last.id]) : null,
  }
}
