// What is stored, read past the service and by content, compared with the responses that the clients got.
import type { Client } from 'pg'
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

type Stored = { id: string; name: string; state: string; sha256: string | null; content: string }

export async function judgeFiles(admin: Client, journal: Journal): Promise<Judgement> {
  const { rows } = await admin.query<Stored>(
    `select 'att_' || replace(a.id::text, '-', '') as id, a.name, a.state, encode(a.sha256, 'hex') as sha256,
       encode(sha256(coalesce((select string_agg(c.content, '' order by c.place) from attachment_chunks c
         where c.tenant_id = a.tenant_id and c.attachment_id = a.id), '')), 'hex') as content
     from attachments a`,
  )
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
  return {
    lost: lost.length,
    orphaned: incomplete.length + stray,
    undeleted: undeleted.length,
    unknown: unknown.filter(isComplete).length,
    lines: [
      ...lost.map(([id]) => `lost: ${id}`),
      ...incomplete.map(({ id, state }) => `left over: ${id} (${state})`),
      ...undeleted.map(({ id }) => `not deleted: ${id}`),
    ],
  }
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
