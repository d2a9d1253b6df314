// SQL of the content of imports: the chunks of their files, and the rows that were rejected.
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import type { RowFault } from '#domains/imports/rows/index.ts'
import { CHUNK_BYTES } from '#lib/cut-chunks.ts'

export async function insertChunk(
  tx: Tx,
  id: string,
  place: number,
  content: Buffer,
): Promise<void> {
  await tx.rows(sql`
    insert into import_chunks (tenant_id, import_id, place, content)
    values (${tx.tenantId}, ${id}, ${place}, ${content})`)
}

/** Only the parts that are asked for are read. Shorter at the end of the file. */
export async function readBytes(
  tx: Tx,
  id: string,
  { position, bytes }: { position: number; bytes: number },
): Promise<Buffer> {
  const end = position + bytes
  const rows = await tx.rows<{ content: Buffer }>(sql`
    select substring(content from greatest(0, ${position}::bigint - place::bigint * ${CHUNK_BYTES})::int + 1
        for (${end}::bigint - greatest(${position}::bigint, place::bigint * ${CHUNK_BYTES}))::int) as content
    from import_chunks
    where ${tx.mine()} and import_id = ${id}
      and place between ${Math.floor(position / CHUNK_BYTES)} and ${Math.floor((end - 1) / CHUNK_BYTES)}
    order by place`)
  return Buffer.concat(rows.map(({ content }) => content))
}

export async function deleteChunks(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from import_chunks where ${tx.mine()} and import_id = ${id}`)
}

export type RejectedRow = { line: number; position: number; bytes: number; errors: RowFault[] }

export async function insertErrors(
  tx: Tx,
  id: string,
  rows: readonly RejectedRow[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.rows(sql`
    insert into import_errors (tenant_id, import_id, line, position, bytes, errors)
    select ${tx.tenantId}, ${id}, line, position, bytes, errors
    from json_to_recordset(${JSON.stringify(rows)}) as r (line integer, position bigint, bytes integer, errors json)`)
}

export async function deleteErrors(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from import_errors where ${tx.mine()} and import_id = ${id}`)
}

export function listErrors(
  tx: Tx,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<RejectedRow[]> {
  return tx.rows<RejectedRow>(sql`
    select line, position, bytes, errors from import_errors
    where ${tx.mine()} and import_id = ${id} and line > ${after}
    order by line limit ${limit}`)
}

/** The first ones of each of several imports. */
export function listFirstErrors(
  tx: Tx,
  ids: readonly string[],
  limit: number,
): Promise<(RejectedRow & { import_id: string })[]> {
  return tx.rows(sql`
    select e.import_id, e.line, e.position, e.bytes, e.errors
    from unnest(${ids}::uuid[]) as asked (id)
    cross join lateral (
      select * from import_errors e where ${tx.mine('e')} and e.import_id = asked.id order by line limit ${limit}) e
    order by e.import_id, e.line`)
}
