// What a search asks the database for: the test of a row, and where the rows come from.
import { join, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import type { Alternative, Term } from './search-terms.ts'

const pattern = ({ text }: Term) => sql`search_pattern(${text})`
const words = ({ text, isPhrase }: Term) => sql`search_words(${text}, ${isPhrase})`

/** The words first: they are stored, while the text is put together for the test. */
const has = (term: Term) =>
  sql`(t.search @@ ${words(term)} or task_text(t.external_id, t.doc) like ${pattern(term)})`

/** Whether a task is found. */
export function matchOf(alternatives: readonly Alternative[]): Sql {
  if (alternatives.length === 0) return sql`false`
  const tests = alternatives.map(({ wanted, excluded }) =>
    join([...wanted.map(has), ...excluded.map((term) => sql`not ${has(term)}`)], ' and '),
  )
  return sql`(${join(tests, ' or ')})`
}

/** What the index cannot tell: only tasks that pass are found. */
export function exclusionsOf(alternatives: readonly Alternative[]): Sql[] {
  return alternatives.some(({ excluded }) => excluded.length > 0) ? [matchOf(alternatives)] : []
}

/** An alternative that only excludes is not in an index. */
export const isIndexed = (alternatives: readonly Alternative[]): boolean =>
  alternatives.every(({ wanted }) => wanted.length > 0)

/** The IDs that the indexes find: of each alternative at most `most`, or all. */
export function foundIds(alternatives: readonly Alternative[], most: number | null): Sql {
  const parts = alternatives.map(
    ({ wanted }) =>
      sql`select find_task_ids(array[${join(wanted.map(pattern))}], array[${join(wanted.map(words))}], ${most}) as id`,
  )
  return sql`(${join(parts, ' union ')} offset 0)`
}

/** Each task by its primary key: the planner does not know how many there are. `offset 0` keeps it from another join. */
export const taskOf = (tx: Tx): Sql =>
  sql`lateral (select * from tasks t where ${tx.mine('t')} and t.id = found.id offset 0) t`

/** Where the rows of a search come from. */
export function sourceOf(
  tx: Tx,
  alternatives: readonly Alternative[],
  most: number | null = null,
): Sql {
  if (!isIndexed(alternatives)) return sql`tasks t`
  return sql`${foundIds(alternatives, most)} found cross join ${taskOf(tx)}`
}
