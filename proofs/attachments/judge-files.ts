// What is stored, read past the service and by content, compared with the responses that the clients got.
import type { Client } from 'pg'
import type { MinIO } from '../../tests/harness/bucket/minio.ts'
import type { Journal } from './transfers.ts'

export type Judgement = {
  lost: number
  /** Files that are not stored completely, chunks without a file, and a wrong sum of bytes. */
  orphaned: number
  undeleted: number
  /** Stored, and neither acknowledged nor given up. */
  unknown: number
  lines: string[]
}

type Stored = {
  id: string
  key: string
  name: string
  state: string
  sha256: string | null
  /** SHA-256 of what is stored. */
  content: string
  in_bucket: boolean
}

type Objects = Pick<MinIO, 'keys' | 'hashOf'>

export async function judgeFiles(
  admin: Client,
  journal: Journal,
  objects?: Objects,
): Promise<Judgement> {
  const rows = await readStored(admin, objects)
  const complete = new Map(rows.filter(isComplete).map((row) => [row.id, row]))
  const isGone = (id: string) => journal.deleted.has(id) || journal.doubtful.has(id)
  const lost = [...journal.acknowledged].filter(
    ([id, sha256]) => !isGone(id) && complete.get(id)?.content !== sha256,
  )
  const incomplete = rows.filter((row) => !isComplete(row))
  const undeleted = rows.filter(({ id }) => journal.deleted.has(id))
  const unknown = rows.filter(
    ({ id, name, content }) =>
      !journal.acknowledged.has(id) && journal.givenUp.get(name) !== content,
  )
  const stray = await countStray(admin)
  const known = new Set(rows.map(({ key }) => key))
  const alone = (objects?.keys() ?? []).filter((key) => !known.has(key))
  return {
    lost: lost.length,
    orphaned: incomplete.length + stray + alone.length,
    undeleted: undeleted.length,
    unknown: unknown.filter(isComplete).length,
    lines: [
      ...lost.map(([id]) => `lost: ${id}`),
      ...incomplete.map(({ id, state }) => `left over: ${id} (${state})`),
      ...alone.map((key) => `object without a file: ${key}`),
      ...undeleted.map(({ id }) => `not deleted: ${id}`),
    ],
  }
}

async function readStored(admin: Client, objects?: Objects): Promise<Stored[]> {
  const { rows } = await admin.query<Stored>(
    `select 'att_' || replace(a.id::text, '-', '') as id, a.name, a.state, encode(a.sha256, 'hex') as sha256,
       'attachments/' || a.tenant_id || '/' || a.id as key, a.in_bucket,
       encode(sha256(coalesce((select string_agg(c.content, '' order by c.place) from attachment_chunks c
         where c.tenant_id = a.tenant_id and c.attachment_id = a.id), '')), 'hex') as content
     from attachments a`,
  )
  for (const row of rows) {
    if (row.in_bucket) row.content = (await objects?.hashOf(row.key)) ?? 'no object'
  }
  return rows
}

const isComplete = ({ state, sha256, content }: Stored): boolean =>
  state === 'stored' && sha256 === content

/** Chunks without a file, and tenants whose sum of bytes is not that of their files. */
async function countStray(admin: Client): Promise<number> {
  const { rows } = await admin.query<{ stray: number }>(
    `select ((select count(*) from attachment_chunks c where not exists (
         select from attachments a where a.tenant_id = c.tenant_id and a.id = c.attachment_id))
       + (select count(*) from attachment_usage u where u.bytes <> coalesce((
         select sum(a.bytes) from attachments a where a.tenant_id = u.tenant_id), 0)))::int as stray`,
  )
  return rows[0]?.stray ?? 0
}
