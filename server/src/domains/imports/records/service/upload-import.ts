// The upload of a file to import, in two phases: its row is committed before the first chunk is stored, and becomes an import
// when the last one is. What is interrupted in between is deleted.
import { createHash } from 'node:crypto'
import type { Import, ImportFormat, ImportUploadQuery } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { allFields } from '#domains/fields/index.ts'
import {
  formatUnknown,
  importLimitReached,
  quotaReached,
  uploadGone,
} from '#domains/imports/errors.ts'
import { type FileStart, readStart, suggestFields } from '#domains/imports/rows/index.ts'
import type { Committed, IncomingFile, UploadSteps } from '#http/route.ts'
import { actorText } from '#lib/actor.ts'
import { CHUNK_BYTES, cutChunks } from '#lib/cut-chunks.ts'
import { timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import { insertChunk } from '../store/content.ts'
import {
  deleteAbandoned,
  deleteUpload,
  findImport,
  type ImportRow,
  insertImport,
  lockCount,
  readUse,
  touchUpload,
  updateImport,
} from '../store/imports.ts'
import { showOne } from './show-import.ts'

export type ImportLimits = {
  /** Of a tenant, that have not finished; null is no limit. */
  maxImports: number | null
  /** Of all files of a tenant; null is no limit. */
  storageBytes: number | null
}

type Created = { status: 201; body: Import; headers: Record<string, string> }
type Steps = UploadSteps<Created>

export async function uploadImport(
  steps: Steps,
  limits: ImportLimits,
  query: ImportUploadQuery,
  file: IncomingFile,
): Promise<Committed> {
  const format = query.format ?? formatOf(query.name)
  if (steps.isRepeated) {
    const { digest } = await store(file, async () => {})
    return steps.commit(digest, () => {
      throw new Error('the first response was deleted during the request')
    })
  }
  const id = await begin(steps, limits, { ...query, format }, file)
  try {
    const { digest, bytes, start } = await storeImport(steps, limits, { id, file, format, query })
    const found = start ?? readStart(Buffer.alloc(0), { format, delimiter: undefined, isEnd: true })
    const committed = await steps.commit(digest, (ctx) => finish(ctx, id, bytes, found))
    if (committed.isReplayed) await steps.write(({ tx }) => deleteUpload(tx, id))
    return committed
  } catch (error) {
    await steps.write(({ tx }) => deleteUpload(tx, id)).catch(() => undefined)
    throw error
  }
}

function formatOf(name: string): ImportFormat {
  if (/\.(csv|tsv|txt)$/i.test(name)) return 'csv'
  if (/\.(jsonl|ndjson)$/i.test(name)) return 'jsonl'
  throw formatUnknown(name)
}

/** Without Content-Length, nothing is reserved: the limit applies to each chunk. */
async function begin(
  steps: Steps,
  { maxImports, storageBytes }: ImportLimits,
  { name, format }: { name: string; format: ImportFormat },
  { declaredBytes }: IncomingFile,
): Promise<string> {
  const reserved = declaredBytes ?? 0
  return steps.write(async (ctx) => {
    const id = uuidv7(ctx.now.getTime())
    await lockCount(ctx.tx)
    await deleteAbandoned(ctx.tx)
    const { open, bytes } = await readUse(ctx.tx)
    if (maxImports !== null && open >= maxImports) throw importLimitReached(maxImports)
    refuseOverQuota(reserved, bytes, storageBytes)
    const created = { created_by: actorText(ctx.actor), created_at: timeOfUuid(id) }
    await insertImport(ctx.tx, { id, name, format, bytes: reserved, ...created })
    return id
  })
}

function refuseOverQuota(needed: number, used: number, limit: number | null): void {
  if (limit !== null && used + needed > limit) throw quotaReached(needed, used, limit)
}

type Upload = {
  id: string
  file: IncomingFile
  format: ImportFormat
  query: Pick<ImportUploadQuery, 'delimiter'>
}

async function storeImport(
  steps: Steps,
  { storageBytes }: ImportLimits,
  { id, file, format, query }: Upload,
) {
  const isDeclared = file.declaredBytes !== null
  let stored = 0
  let start: FileStart | undefined
  const content = await store(file, async (chunk, place) => {
    const isEnd = chunk.length < CHUNK_BYTES
    if (place === 0) start = readStart(chunk, { format, delimiter: query.delimiter, isEnd })
    stored += chunk.length
    await steps.write(async ({ tx }) => {
      if (!(await touchUpload(tx, id, stored))) throw uploadGone()
      if (!isDeclared) refuseOverQuota(0, (await readUse(tx)).bytes, storageBytes)
      await insertChunk(tx, id, place, chunk)
    })
  })
  return { ...content, start }
}

async function store(
  { chunks }: IncomingFile,
  save: (content: Buffer, place: number) => Promise<void>,
): Promise<{ digest: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = (piece: Buffer) => {
    hash.update(piece)
    bytes += piece.length
  }
  await cutChunks(chunks, measure, save)
  return { digest: hash.digest('hex'), bytes }
}

async function finish(ctx: Context, id: string, bytes: number, start: FileStart): Promise<Created> {
  const row = await findImport(ctx.tx, id, { lock: true, isUploading: true })
  if (!row) throw uploadGone()
  const { columns, delimiter, dataPosition, dataLine } = start
  const custom = (await allFields(ctx)).filter((field) => field.archived_at === null)
  const fields = suggestFields(
    columns.map(({ name }) => name),
    custom,
  )
  const next: ImportRow = {
    ...row,
    state: 'uploaded',
    bytes,
    stored_bytes: bytes,
    delimiter,
    columns: columns.map((column, place) => ({ ...column, field: fields[place] ?? null })),
    mapping: columns.flatMap(({ name: column }, place) => {
      const field = fields[place]
      return field ? [{ column, field }] : []
    }),
    data_position: dataPosition,
    data_line: dataLine,
    updated_at: ctx.now,
  }
  await updateImport(ctx.tx, next)
  await recordAudit(ctx, [{ action: 'import.created', subjectId: id }])
  const body = await showOne(ctx, next)
  return { status: 201, body, headers: { location: `/api/imports/${body.id}` } }
}
