// SQL of attachments: their rows, and the storage that they use.
import type { ImageType } from '@task-service/contract'
import type { Reader } from '#db/reader.ts'
import { empty, sql } from '#db/sql.ts'
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
  created_by: string
  created_at: Date
}

export type NewUpload = Pick<
  AttachmentRow,
  'id' | 'task_id' | 'name' | 'media_type' | 'bytes' | 'created_by' | 'created_at'
>

const columns = sql`a.id, a.task_id, a.name, a.media_type, a.image_type, a.bytes, a.sha256, a.chunks,
  a.created_by, a.created_at`
const isStored = sql`a.state = 'stored' and a.task_id is not null`

export async function insertUpload(tx: Tx, row: NewUpload): Promise<void> {
  await tx.rows(sql`
    insert into attachments (tenant_id, id, task_id, state, name, media_type, bytes, created_by, created_at,
      touched_at)
    values (${tx.tenantId}, ${row.id}, ${row.task_id}, 'uploading', ${row.name}, ${row.media_type}, ${row.bytes},
      ${row.created_by}, ${row.created_at}, now())`)
}

/** Before a chunk is stored. False if the upload is over, because its task was deleted. */
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

/** With its chunks; what it used is free again. */
export async function deleteAttachment(tx: Tx, id: string): Promise<void> {
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

/** Across tenants, by the role that sees nothing else. */
export async function listLeftovers(
  retention: Reader,
  uploadedBefore: Date,
  limit: number,
): Promise<{ tenant_id: string; id: string }[]> {
  return retention.rows(sql`
    select tenant_id, id from attachments
    where task_id is null or (state = 'uploading' and touched_at < ${uploadedBefore})
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
