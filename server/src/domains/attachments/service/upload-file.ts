// An upload, in two phases: its row is committed before the first chunk is stored, and becomes an attachment when the last one
// is. Whatever happens in between leaves a row that the sweep finds.
import { createHash, type Hash } from 'node:crypto'
import { ATTACHMENTS_PER_TASK_MAX, type Attachment } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { getTaskUuid } from '#domains/tasks/index.ts'
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
import { imageTypeOf, SIGNATURE_BYTES } from '../image-type.ts'
import { mediaTypeOf } from '../media-type.ts'
import {
  addUsage,
  type Content,
  countChunk,
  countOfTask,
  finishUpload,
  insertChunk,
  insertUpload,
  lockUpload,
} from '../store.ts'
import { announce } from './announce.ts'
import { discardUpload } from './purge-files.ts'
import { toAttachment } from './to-attachment.ts'

export type FileLimits = {
  fileBytes: number
  /** Of a tenant; null is no limit. */
  storageBytes: number | null
}

/** Held of an upload while it is filled and written. Rows of this size are written in a few milliseconds. */
export const CHUNK_BYTES = 256 * 1024

export type Created = { status: 201; body: Attachment; headers: Record<string, string> }
type Steps = UploadSteps<Created>

export async function uploadFile(
  steps: Steps,
  limits: FileLimits,
  { task, name }: { task: string; name: string },
  file: IncomingFile,
): Promise<Committed> {
  if ((file.declaredBytes ?? 0) > limits.fileBytes) {
    throw fileTooLarge(file.declaredBytes ?? 0, limits.fileBytes)
  }
  const mediaType = mediaTypeOf(file.mediaType)
  const digestOf = ({ sha256 }: Content) => `${sha256.toString('hex')} ${mediaType}`
  if (steps.isRepeated) {
    const content = await copy(file, limits, async () => {})
    return steps.commit(digestOf(content), () => {
      throw new Error('the first response was deleted during the request')
    })
  }
  const id = await begin(steps, limits, { task, name, mediaType }, file)
  try {
    const content = await store(steps, limits, id, file)
    const committed = await steps.commit(digestOf(content), (ctx) => finish(ctx, id, content))
    if (committed.isReplayed) await discardUpload(steps.write, id)
    return committed
  } catch (error) {
    // The sweep deletes what this cannot.
    await discardUpload(steps.write, id).catch(() => undefined)
    throw error
  }
}

async function begin(
  steps: Steps,
  limits: FileLimits,
  { task, name, mediaType }: { task: string; name: string; mediaType: string },
  { declaredBytes }: IncomingFile,
): Promise<string> {
  const reserved = declaredBytes ?? limits.fileBytes
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
      created_by: actorText(ctx.actor),
      created_at: timeOfUuid(id),
    }).catch((error: unknown) => {
      throw explainTask(error)
    })
    return id
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

function store(steps: Steps, limits: FileLimits, id: string, file: IncomingFile): Promise<Content> {
  return copy(file, limits, (content, place) =>
    steps.write(async ({ tx }) => {
      if (!(await countChunk(tx, id, place + 1))) throw taskGone()
      await insertChunk(tx, id, place, content)
    }),
  )
}

/** Cuts what arrives into chunks of one size. Only one chunk is held, and the next bytes are read when it was saved. */
async function copy(
  { chunks }: IncomingFile,
  { fileBytes }: FileLimits,
  save: (content: Buffer, place: number) => Promise<void>,
): Promise<Content> {
  const hash: Hash = createHash('sha256')
  let image: Content['image_type'] = null
  let buffer = Buffer.alloc(0)
  let [bytes, filled, place] = [0, 0, 0]
  const flush = async () => {
    const content = buffer.subarray(0, filled)
    if (place === 0) image = imageTypeOf(content.subarray(0, SIGNATURE_BYTES))
    await save(content, place++)
    filled = 0
  }
  for await (const arrived of chunks) {
    bytes += arrived.length
    if (bytes > fileBytes) throw fileTooLarge(bytes, fileBytes)
    hash.update(arrived)
    for (let rest = arrived; rest.length > 0; ) {
      if (filled + rest.length > buffer.length) buffer = enlarge(buffer, filled, rest)
      const taken = rest.copy(buffer, filled)
      filled += taken
      rest = rest.subarray(taken)
      if (filled === CHUNK_BYTES) await flush()
    }
  }
  if (filled > 0) await flush()
  return { image_type: image, bytes, sha256: hash.digest(), chunks: place }
}

/** Small files need no buffer of a whole chunk. */
function enlarge(buffer: Buffer, filled: number, rest: Buffer): Buffer<ArrayBuffer> {
  const wanted = Math.max(filled + rest.length, 2 * buffer.length)
  const larger = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, wanted))
  buffer.copy(larger, 0, 0, filled)
  return larger
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
