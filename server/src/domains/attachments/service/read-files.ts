// Attachments as they are read: one, a page, or the content of one.
import { createHash } from 'node:crypto'
import type { Attachment } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { getTaskUuid } from '#domains/tasks/index.ts'
import type { Bucket } from '#egress/bucket/bucket.ts'
import type { FileSteps, StoredFile } from '#http/route.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { decodeId } from '#lib/ids.ts'
import { attachmentNotFound, bucketUnavailable, contentMissing, noBucket } from '../errors.ts'
import { objectKey } from '../object-key.ts'
import { type AttachmentRow, findAttachment, listAttachments, readChunk } from '../store.ts'
import { toAttachment } from './to-attachment.ts'

export async function getRow(
  ctx: Context,
  { task, attachment }: { task: string; attachment: string },
  options: { lock?: boolean } = {},
): Promise<AttachmentRow> {
  const taskId = await getTaskUuid(ctx, task)
  const id = decodeId('attachment', attachment)
  const row = id && (await findAttachment(ctx.tx, taskId, id, options))
  if (!row) throw attachmentNotFound()
  return row
}

export async function getAttachment(
  ctx: Context,
  params: { task: string; attachment: string },
): Promise<Attachment> {
  return toAttachment(await getRow(ctx, params))
}

export async function listPage(
  ctx: Context,
  taskReference: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ data: Attachment[]; next_cursor: string | null }> {
  const taskId = await getTaskUuid(ctx, taskReference)
  const query = `attachments ${taskId}`
  const scope = { secret: ctx.cursorSecret, tenantId: ctx.tenant.id, query }
  const after = page.cursor ? String(decodeCursor(scope, page.cursor)[0]) : undefined
  const rows = await listAttachments(ctx.tx, taskId, { after, limit: page.limit + 1 })
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    data: shown.map(toAttachment),
    next_cursor: rows.length > page.limit && last ? encodeCursor(scope, [last.id]) : null,
  }
}

export async function openFile(
  steps: FileSteps,
  bucket: Bucket | null,
  params: { task: string; attachment: string },
): Promise<StoredFile> {
  const row = await steps.read((ctx) => getRow(ctx, params))
  return {
    name: row.name,
    bytes: row.bytes,
    imageType: row.image_type,
    etag: `"${row.sha256.toString('hex')}"`,
    chunks: () => (row.in_bucket ? readObject(steps, bucket, row) : readChunks(steps, row)),
  }
}

/** The last chunk is only sent when the whole content was compared with its hash. */
async function* readChunks(
  steps: FileSteps,
  row: AttachmentRow,
): AsyncGenerator<Buffer, void, void> {
  const { id, chunks } = row
  const hash = createHash('sha256')
  let bytes = 0
  for (let place = 0; place < chunks; place++) {
    const chunk = await steps.read(({ tx }) => readChunk(tx, id, place))
    if (!chunk) throw contentMissing(id)
    hash.update(chunk)
    bytes += chunk.length
    const isLast = place === chunks - 1
    if (isLast && (bytes !== row.bytes || !hash.digest().equals(row.sha256))) {
      throw contentMissing(id)
    }
    yield chunk
  }
}

/** As with chunks, the last piece is only sent when the whole content was compared with its hash. */
async function* readObject(
  { tenantId }: FileSteps,
  bucket: Bucket | null,
  { id, bytes, sha256 }: AttachmentRow,
): AsyncGenerator<Buffer, void, void> {
  if (!bucket) throw bucketUnavailable(noBucket())
  const content = await bucket.get(objectKey(tenantId, id)).catch((error: unknown) => {
    throw bucketUnavailable(error)
  })
  if (!content) throw contentMissing(id)
  const hash = createHash('sha256')
  let read = 0
  let held: Buffer | undefined
  for await (const piece of content) {
    hash.update(piece)
    read += piece.length
    if (held) yield held
    held = piece
  }
  if (read !== bytes || !hash.digest().equals(sha256)) throw contentMissing(id)
  if (held) yield held
}
