// Syncs comments in both directions, each exactly once. An edit at the vendor is applied to the task; an edit in Task
// Service is not sent, because few vendors allow editing comments of others.
import { createHash } from 'node:crypto'
import type { RemoteComment } from '@task-service/kit'
import type { WorkContext } from '#db/context.ts'
import { confirmEffect } from '#domains/approvals/index.ts'
import { changeComment, createComment } from '#domains/comments/index.ts'
import {
  insertSteps,
  type LinkRow,
  listLinkedComments,
  listOpenWriteBacks,
  saveLinkedComment,
  updateWriteBack,
  type WriteBackRow,
} from '#domains/sync/links/index.ts'
import type { Work } from '#domains/sync/work/index.ts'
import { bodyOf } from '#domains/sync/write-back/index.ts'
import { encodeId } from '#lib/ids.ts'

const LONGEST = 20_000

const hashOf = (body: string) => createHash('sha256').update(body).digest()

/** With the name of the author at the vendor, because the author in Task Service is the integration. */
function bodyHere({ author, body }: RemoteComment): string {
  const text = `**${author.name.replaceAll('*', '')}**\n\n${body}`
    .replaceAll('\0', '')
    .toWellFormed()
  // A character of two halves may be cut in the middle.
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 2).toWellFormed()}…`
}

export async function takeComments(
  ctx: WorkContext,
  work: Work,
  link: LinkRow,
  comments: readonly RemoteComment[],
): Promise<void> {
  if (comments.length === 0) return
  const linked = await listLinkedComments(ctx.tx, link.id)
  const known = new Map(linked.map((one) => [one.external_id, one]))
  const open = (await listOpenWriteBacks(ctx.tx, link.id)).filter(({ kind }) => kind === 'comment')
  const { comments: direction } = work.dictionary.mapping
  const comesIn = direction === 'both' || direction === 'in'
  for (const comment of comments) {
    const before = known.get(comment.id)
    const ours = before ? undefined : findOwn(work, open, comment)
    if (ours) await confirmComment(ctx, link, ours, comment)
    else if (comesIn && !before) await sayHere(ctx, link, comment)
    else if (comesIn && before?.direction === 'in') {
      if (before.body_hash.equals(hashOf(comment.body))) continue
      const ids = [encodeId('task', link.task_id), encodeId('comment', before.comment_id)] as const
      await ctx.tx.savepoint(() => changeComment(ctx, ...ids, bodyHere(comment))).catch(ignoreGone)
      await saveLinkedComment(ctx.tx, link.id, { ...before, body_hash: hashOf(comment.body) })
    }
  }
}

/** A user deleted the comment in Task Service; that of the vendor stays. */
function ignoreGone(error: unknown): void {
  if ((error as { code?: unknown }).code !== 'comment_not_found') throw error
}

/** By the id it got or by its mark; where a vendor tells neither, by what it says and who said it. */
function findOwn(
  { integration }: Work,
  open: readonly WriteBackRow[],
  comment: RemoteComment,
): WriteBackRow | undefined {
  const named = open.find(({ local }) => local['comment'] === comment.id)
  if (named) return named
  if (comment.marker !== undefined) {
    return open.find(({ id }) => encodeId('write_back', id) === comment.marker)
  }
  if (comment.author.id !== integration.self?.id) return undefined
  return open.find(
    ({ wanted, tries }) => tries > 0 && bodyOf(wanted).trim() === comment.body.trim(),
  )
}

async function sayHere(ctx: WorkContext, link: LinkRow, comment: RemoteComment): Promise<void> {
  const said = await createComment(ctx, encodeId('task', link.task_id), bodyHere(comment))
  const id = said.id.slice(said.id.indexOf('_') + 1)
  await saveLinkedComment(ctx.tx, link.id, {
    external_id: comment.id,
    comment_id: id,
    direction: 'in',
    body_hash: hashOf(comment.body),
  })
  const step = { at: ctx.now, direction: 'note' as const, cause: 'comment imported' }
  await insertSteps(ctx.tx, link.id, [{ ...step, actor: comment.author.name }])
}

export async function confirmComment(
  ctx: WorkContext,
  link: LinkRow,
  change: WriteBackRow,
  comment: Pick<RemoteComment, 'id' | 'body'>,
): Promise<void> {
  await updateWriteBack(ctx.tx, {
    ...change,
    state: 'confirmed',
    sent_at: change.sent_at ?? ctx.now,
    next_try_at: null,
    error: null,
    ended_at: ctx.now,
  })
  await confirmEffect(ctx, change.approval_id, {
    link_id: encodeId('link', link.id),
    kind: 'comment',
    external_version: null,
    external_comment_id: comment.id,
  })
  if (change.comment_id) {
    await saveLinkedComment(ctx.tx, link.id, {
      external_id: comment.id,
      comment_id: change.comment_id,
      direction: 'out',
      body_hash: hashOf(comment.body),
    })
  }
  await insertSteps(ctx.tx, link.id, [{ at: ctx.now, direction: 'note', cause: 'comment pushed' }])
}
