// An upload, in two phases: its row is committed before the first chunk is stored, and becomes an attachment when the last one
// is. Whatever happens in between leaves a row that the sweep finds.
import { ATTACHMENTS_PER_TASK_MAX, type Attachment } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { getTaskUuid } from '#domains/tasks/index.ts'
import type { Bucket } from '#egress/bucket/bucket.ts'
import type { Committed, IncomingFile, UploadSteps } from '#http/route.ts'
import { actorText } from '#lib/actor.ts'
import { timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import {
  explainTask,
  fileTooLarge,
  quotaReached,
  quotaReachedUnknown,
  taskGone,
  tooManyFiles,
} from '../errors.ts'
import { mediaTypeOf } from '../media-type.ts'
import { objectKey } from '../object-key.ts'
import {
  addUsage,
  type Content,
  countChunk,
  countOfTask,
  finishUpload,
  hasUpload,
  insertChunk,
  insertUpload,
  lockUpload,
} from '../store.ts'
import { announce } from './announce.ts'
import { discardUpload } from './purge-files.ts'
import { storeChunks } from './store-chunks.ts'
import { storeObject } from './store-object.ts'
import { toAttachment } from './to-attachment.ts'

export type FileLimits = {
  fileBytes: number
  /** Of a tenant; null is no limit. */
  storageBytes: number | null
}

export type Created = { status: 201; body: Attachment; headers: Record<string, string> }
type Parts = {
  steps: UploadSteps<Created>
  limits: FileLimits
  /** Null stores files in the database. */
  bucket: Bucket | null
}
type Place = { id: string; isInBucket: boolean }

export async function uploadFile(
  parts: Parts,
  { task, name }: { task: string; name: string },
  file: IncomingFile,
): Promise<Committed> {
  const { steps, limits } = parts
  if ((file.declaredBytes ?? 0) > limits.fileBytes) {
    throw fileTooLarge(file.declaredBytes ?? 0, limits.fileBytes)
  }
  const mediaType = mediaTypeOf(file.mediaType)
  const digestOf = ({ sha256 }: Content) => `${sha256.toString('hex')} ${mediaType}`
  if (steps.isRepeated) {
    const content = await storeChunks(file, limits.fileBytes, async () => {})
    return steps.commit(digestOf(content), () => {
      throw new Error('the first response was deleted during the request')
    })
  }
  const place = await begin(parts, { task, name, mediaType }, file)
  try {
    const content = await store(parts, place, file)
    const committed = await steps.commit(digestOf(content), (ctx) => finish(ctx, place.id, content))
    if (committed.isReplayed) await discardUpload(steps.write, place)
    return committed
  } catch (error) {
    await cleanUp(parts, place)
    throw error
  }
}

/** The sweep deletes what this cannot, as long as there is a row. */
async function cleanUp({ steps, bucket }: Parts, place: Place): Promise<void> {
  const isKnown = await discardUpload(steps.write, place).catch(() => true)
  if (isKnown || !bucket || !place.isInBucket) return
  // Deleted with its tenant during the upload: no row is left that knows of the object. A file that was stored has one.
  const exists = await steps.write(({ tx }) => hasUpload(tx, place.id)).catch(() => true)
  if (!exists) await bucket.remove(objectKey(steps.tenantId, place.id)).catch(() => undefined)
}

async function begin(
  { steps, limits, bucket }: Parts,
  { task, name, mediaType }: { task: string; name: string; mediaType: string },
  { declaredBytes }: IncomingFile,
): Promise<Place> {
  const reserved = declaredBytes ?? limits.fileBytes
  // The size of an object must be known before its first byte.
  const isInBucket = bucket !== null && declaredBytes !== null
  return steps.write(async (ctx) => {
    const id = uuidv7(ctx.now.getTime())
    const taskId = await getTaskUuid(ctx, task)
    const used = (await addUsage(ctx.tx, reserved)) - reserved
    refuseOverQuota(reserved, used, limits, declaredBytes !== null)
    if ((await countOfTask(ctx.tx, taskId)) >= ATTACHMENTS_PER_TASK_MAX) throw tooManyFiles()
    await insertUpload(ctx.tx, {
      id,
      task_id: taskId,
      name,
      media_type: mediaType,
      bytes: reserved,
      in_bucket: isInBucket,
      created_by: actorText(ctx.actor),
      created_at: timeOfUuid(id),
    }).catch((error: unknown) => {
      throw explainTask(error)
    })
    return { id, isInBucket }
  })
}

function refuseOverQuota(
  needed: number,
  used: number,
  { storageBytes }: FileLimits,
  isDeclared: boolean,
): void {
  if (storageBytes === null || used + needed <= storageBytes) return
  throw (isDeclared ? quotaReached : quotaReachedUnknown)(needed, used, storageBytes)
}

function store(
  { steps, limits, bucket }: Parts,
  { id, isInBucket }: Place,
  file: IncomingFile,
): Promise<Content> {
  if (bucket && isInBucket) {
    const size = { bytes: file.declaredBytes ?? 0, maxBytes: limits.fileBytes }
    const noteProgress = () =>
      steps.write(async ({ tx }) => {
        if (!(await countChunk(tx, id, 0))) throw taskGone()
      })
    return storeObject(file, size, { bucket, key: objectKey(steps.tenantId, id), noteProgress })
  }
  return storeChunks(file, limits.fileBytes, (content, place) =>
    steps.write(async ({ tx }) => {
      if (!(await countChunk(tx, id, place + 1))) throw taskGone()
      await insertChunk(tx, id, place, content)
    }),
  )
}

async function finish(ctx: Context, id: string, content: Content): Promise<Created> {
  const row = await lockUpload(ctx.tx, id)
  if (!row) throw taskGone()
  const stored = { ...row, ...content }
  await finishUpload(ctx.tx, id, content)
  await announce(ctx, 'attachment.created', stored)
  if (content.bytes !== row.bytes) await addUsage(ctx.tx, content.bytes - row.bytes)
  const body = toAttachment(stored)
  const location = `/api/tasks/${body.task_id}/attachments/${body.id}`
  return { status: 201, body, headers: { location } }
}
