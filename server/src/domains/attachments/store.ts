// SQL of attachments: their rows, and the storage that they use.
import type { ImageType } from '@task-service/contract'
import type { Reader } from '#db/reader.ts'
import { empty, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type AttachmentRow = {
  id: string
  task_id: string
  name: string
  media_type: string
  image_type: ImageType | null
  bytes: number
  sha256: Buffer
  chunks: number
  in_bucket: boolean
  created_by: string
  created_at: Date
}

export type NewUpload = Pick<
  AttachmentRow,
  'id' | 'task_id' | 'name' | 'media_type' | 'bytes' | 'in_bucket' | 'created_by' | 'created_at'
>

const columns = sql`a.id, a.task_id, a.name, a.media_type, a.image_type, a.bytes, a.sha256, a.chunks,
  a.in_bucket, a.created_by, a.created_at`
const isStored = sql`a.state = 'stored' and a.task_id is not null`

export async function insertUpload(tx: Tx, row: NewUpload): Promise<void> {
  await tx.rows(sql`
    insert into attachments (tenant_id, id, task_id, state, name, media_type, bytes, in_bucket, created_by,
      created_at, touched_at)
    values (${tx.tenantId}, ${row.id}, ${row.task_id}, 'uploading', ${row.name}, ${row.media_type}, ${row.bytes},
      ${row.in_bucket}, ${row.created_by}, ${row.created_at}, now())`)
}

/** Before a chunk is stored, and now and then without one. False if the upload is over, because its task was deleted. */
export async function countChunk(tx: Tx, id: string, chunks: number): Promise<boolean> {
  const rows = await tx.rows(sql`
    update attachments set chunks = ${chunks}, touched_at = now()
    where ${tx.mine()} and id = ${id} and state = 'uploading' and task_id is not null
    returning id`)
  return rows.length > 0
}

export type Content = Pick<AttachmentRow, 'image_type' | 'bytes' | 'sha256' | 'chunks'>

/** Undefined if the upload is over, because its task was deleted. Returns what was reserved, too. */
export async function lockUpload(
  tx: Tx,
  id: string,
): Promise<(AttachmentRow & { bytes: number }) | undefined> {
  return tx.row<AttachmentRow>(sql`
    select ${columns} from attachments a
    where ${tx.mine('a')} and a.id = ${id} and a.state = 'uploading' and a.task_id is not null
    for update`)
}

export async function finishUpload(tx: Tx, id: string, content: Content): Promise<void> {
  await tx.rows(sql`
    update attachments set state = 'stored', image_type = ${content.image_type}, bytes = ${content.bytes},
      sha256 = ${content.sha256}, chunks = ${content.chunks}, touched_at = now()
    where ${tx.mine()} and id = ${id}`)
}

export async function hasUpload(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.row(sql`select from attachments where ${tx.mine()} and id = ${id}`)) !== undefined
  )
}

export function findAttachment(
  tx: Tx,
  taskId: string,
  id: string,
  options: { lock?: boolean } = {},
): Promise<AttachmentRow | undefined> {
  return tx.row<AttachmentRow>(sql`
    select ${columns} from attachments a
    where ${tx.mine('a')} and a.task_id = ${taskId} and a.id = ${id} and ${isStored}
    ${options.lock ? sql`for update` : empty}`)
}

export function listAttachments(
  tx: Tx,
  taskId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<AttachmentRow[]> {
  return tx.rows<AttachmentRow>(sql`
    select ${columns} from attachments a
    where ${tx.mine('a')} and a.task_id = ${taskId} ${after ? sql`and a.id > ${after}` : empty} and ${isStored}
    order by a.id
    limit ${limit}`)
}

/** Of uploads, too. */
export async function countOfTask(tx: Tx, taskId: string): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from attachments a
    where ${tx.mine('a')} and a.task_id = ${taskId} `)
  return row?.count ?? 0
}

/** Adds to what the tenant uses, and returns the sum. Uploads of a tenant wait for each other here, until they are inserted. */
export async function addUsage(tx: Tx, bytes: number): Promise<number> {
  const row = await tx.row<{ bytes: number }>(sql`
    insert into attachment_usage as a (tenant_id, bytes) values (${tx.tenantId}, greatest(0, ${bytes}::bigint))
    on conflict (tenant_id) do update set bytes = greatest(0, a.bytes + ${bytes}::bigint)
    returning bytes`)
  const sum = row?.bytes ?? 0
  if (sum === 0) await tx.rows(sql`delete from attachment_usage where ${tx.mine()}`)
  return sum
}

/**
 * Of a leftover in the bucket: from now on it exists for the sweep alone, and what it used is free again. `uploadedBefore`: uploads
 * without progress since then; null for one of this process. False if it is none.
 */
export function giveUpLeftover(tx: Tx, id: string, uploadedBefore: Date | null): Promise<boolean> {
  return giveUp(
    tx,
    id,
    sql`task_id is null or (state = 'uploading' and (
      ${uploadedBefore}::timestamptz is null or touched_at < ${uploadedBefore}))`,
  )
}

async function giveUp(tx: Tx, id: string, condition: Sql): Promise<boolean> {
  const row = await tx.row<{ bytes: number }>(sql`
    with found as (
      select id, bytes from attachments where ${tx.mine()} and id = ${id} and in_bucket and (${condition}) for update)
    update attachments a set task_id = null, bytes = 0 from found
    where ${tx.mine('a')} and a.id = found.id
    returning found.bytes`)
  if (row) await addUsage(tx, -row.bytes)
  return row !== undefined
}

/** Of a file that was given up, when its object is deleted. */
export async function deleteGivenUp(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`
    delete from attachments where ${tx.mine()} and id = ${id} and in_bucket and task_id is null`)
}

/** With its chunks; what it used is free again. Of a file in the bucket, the sweep deletes the object. */
export async function deleteAttachment(
  tx: Tx,
  { id, in_bucket: isInBucket }: Pick<AttachmentRow, 'id' | 'in_bucket'>,
): Promise<void> {
  if (isInBucket) return void (await giveUp(tx, id, sql`true`))
  const row = await tx.row<{ bytes: number }>(sql`
    delete from attachments where ${tx.mine()} and id = ${id} returning bytes`)
  if (row) await addUsage(tx, -row.bytes)
}

/** True if the file was left over. `uploadedBefore`: uploads without progress since then; null for one of this process. */
export async function deleteLeftover(
  tx: Tx,
  id: string,
  uploadedBefore: Date | null,
): Promise<boolean> {
  const row = await tx.row<{ bytes: number }>(sql`
    delete from attachments
    where ${tx.mine()} and id = ${id} and (task_id is null or (
      state = 'uploading' and (${uploadedBefore}::timestamptz is null or touched_at < ${uploadedBefore})))
    returning bytes`)
  if (row) await addUsage(tx, -row.bytes)
  return row !== undefined
}

export type Leftover = { tenant_id: string; id: string; in_bucket: boolean }

/**
 * Across tenants, by the role that sees nothing else. An upload to the bucket can store its object until it notices that it is
 * over, so that it waits even if its task was deleted.
 */
export async function listLeftovers(
  retention: Reader,
  uploadedBefore: Date,
  { limit, hasBucket }: { limit: number; hasBucket: boolean },
): Promise<Leftover[]> {
  return retention.rows(sql`
    select tenant_id, id, in_bucket from attachments
    where ((task_id is null and (state = 'stored' or not in_bucket))
        or (state = 'uploading' and touched_at < ${uploadedBefore}))
      and (${hasBucket} or not in_bucket)
    limit ${limit}`)
}

export async function insertChunk(
  tx: Tx,
  id: string,
  place: number,
  content: Buffer,
): Promise<void> {
  await tx.rows(sql`
    insert into attachment_chunks (tenant_id, attachment_id, place, content)
    values (${tx.tenantId}, ${id}, ${place}, ${content})`)
}

export async function readChunk(tx: Tx, id: string, place: number): Promise<Buffer | undefined> {
  const row = await tx.row<{ content: Buffer }>(sql`
    select content from attachment_chunks
    where ${tx.mine()} and attachment_id = ${id} and place = ${place}`)
  return row?.content
}
