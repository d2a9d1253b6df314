// Ways to page through a list: the service's cursors, and the two mistakes that the control makes on purpose.
import type { Pool } from 'pg'
import { encodeId } from '../../server/src/lib/ids.ts'
import type { ApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { describeWalk, type Row, type SortName, type Walk } from './walks.ts'

export type Pages = (walk: Walk, limits: readonly number[]) => AsyncGenerator<Row[]>

const limitAt = (limits: readonly number[], page: number) => limits[page % limits.length] ?? 1

/** Page by page from another process each time: a cursor belongs to the installation. */
export function cursorPages(caller: ApiCaller, urls: readonly string[], apiKey: string): Pages {
  return async function* walkByCursor(walk, limits) {
    let cursor: string | null = ''
    for (let page = 0; cursor !== null; page++) {
      const more = cursor && `&cursor=${encodeURIComponent(cursor)}`
      const query = `${describeWalk(walk)}&limit=${limitAt(limits, page)}${more}`
      const url = `${urls[page % urls.length]}/api/tasks?${query}`
      const answer = await caller.call(url, { headers: { 'x-api-key': apiKey } })
      if (answer.status !== 200) throw new Error(`${url} answered ${answer.status} ${answer.body}`)
      const found = JSON.parse(answer.body) as { data: Row[]; next_cursor: string | null } // the list of the contract
      yield found.data
      cursor = found.next_cursor
    }
  }
}

const columns: Record<SortName, string> = {
  created_at: 'id',
  updated_at: 'updated_at',
  priority: 'priority',
  due_at: `coalesce(due_at, 'infinity')`,
  'field:grade': `coalesce((doc -> 'fields' ->> 'grade')::float8, 'infinity')`,
}

const ROWS = `select id, doc ->> 'title' as title, status, doc ->> 'priority' as priority, queue,
  array(select json_array_elements_text(doc -> 'labels')) as labels, assignee, due_at, updated_at, doc -> 'fields' as fields, key
  from (select *, %KEY%::text as key from tasks) t`

type StoredRow = Omit<Row, 'due_at' | 'updated_at'> & {
  key: string
  due_at: Date | null
  updated_at: Date
}

/** "Skip the first n": what moves in front of the page is shown again, what leaves it is never shown. */
export function offsetPages(pool: Pool): Pages {
  return async function* walkByOffset(walk, limits) {
    for (let page = 0, offset = 0, full = true; full; page++) {
      const limit = limitAt(limits, page)
      const rows = await select(pool, walk, `true`, `limit ${limit} offset ${offset}`)
      yield rows.map(toRow)
      offset += rows.length
      full = rows.length === limit
    }
  }
}

/** A cursor of the sort key alone: it cannot tell apart the tasks that tie with the last one of a page. */
export function keyOnlyPages(pool: Pool): Pages {
  return async function* walkByKeyOnly(walk, limits) {
    let condition = 'true'
    for (let page = 0, full = true; full; page++) {
      const limit = limitAt(limits, page)
      const rows = await select(pool, walk, condition, `limit ${limit}`)
      yield rows.map(toRow)
      const last = rows.at(-1)
      if (last) condition = `${columns[walk.sort]} ${walk.descending ? '<' : '>'} '${last.key}'`
      full = rows.length === limit
    }
  }
}

async function select(
  pool: Pool,
  { sort, descending }: Walk,
  condition: string,
  slice: string,
): Promise<StoredRow[]> {
  const direction = descending ? 'desc' : 'asc'
  const key = columns[sort]
  const { rows } = await pool.query<StoredRow>(
    `${ROWS.replace('%KEY%', key)} where ${condition}
     order by ${key} ${direction}, id ${direction} ${slice}`,
  )
  return rows
}

function toRow(stored: StoredRow): Row {
  return {
    ...stored,
    id: encodeId('task', stored.id),
    due_at: stored.due_at?.toISOString() ?? null,
    updated_at: stored.updated_at.toISOString(),
  }
}
