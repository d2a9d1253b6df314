// SQL of counts: every statement bounds the rows that it reads.
import { empty, join, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

/** What is counted; the fragments are of this slice's own making, see counting.ts. */
export type CountQuery = {
  source: Sql
  conditions: readonly Sql[]
  /** Whether a task that was looked at counts. */
  test: Sql
  column: Sql
  limit: number
  /** Without a filter and an index of the groups: by the primary key, or the tasks of other tenants would be read as well. */
  isInOrder: boolean
}

export type Group = { value: string | null; count: number }
/** `examined` tasks were looked at, never more than the limit; `total` of them count. */
export type Counted = { groups: Group[]; total: number; examined: number }

/** The largest groups. */
export async function countGroups(
  tx: Tx,
  query: CountQuery & { groupLimit: number; byLabel: boolean },
): Promise<Counted> {
  const labels = sql`join task_labels l on ${tx.mine('l')} and l.task_id = e.id`
  const statement = sql`
    with examined as materialized (
      select t.id, ${query.column} as value, ${query.test} as found from ${query.source}
      where ${join([tx.mine('t'), ...query.conditions], ' and ')}
      ${query.isInOrder ? sql`order by t.id` : empty}
      limit ${query.limit}),
    largest as (
      select ${query.byLabel ? sql`l.label` : sql`e.value`} as value, count(*)::int as count
      from examined e ${query.byLabel ? labels : empty}
      where e.found
      group by 1
      order by 2 desc, 1
      limit ${query.groupLimit})
    select whole.total, whole.examined, largest.value, largest.count
    from (
      select count(*)::int as examined, (count(*) filter (where found))::int as total from examined) whole
    left join largest on true
    order by largest.count desc, largest.value`
  type Row = Omit<Counted, 'groups'> & { value: string | null; count: number | null }
  const rows = await tx.rows<Row>(statement, { usesCustomPlan: true, isExpensive: true })
  const { total, examined } = rows[0] ?? { total: 0, examined: 0 }
  const groups = rows.flatMap(({ value, count }) => (count === null ? [] : [{ value, count }]))
  return { groups, total, examined }
}

/** One subquery per group, so that each has the plan that fits its value and is counted up to the limit. */
export async function countEach(
  tx: Tx,
  query: { groups: readonly { value: string; condition: Sql }[]; conditions: Sql[]; limit: number },
): Promise<Map<string, number>> {
  if (query.groups.length === 0) return new Map()
  const counts = query.groups.map(
    ({ value, condition }) => sql`
    select ${value}::text as value, (select count(*)::int from (
      select from tasks t where ${join([tx.mine('t'), condition, ...query.conditions], ' and ')}
      limit ${query.limit}) counted) as count`,
  )
  const rows = await tx.rows<{ value: string; count: number }>(join(counts, ' union all '), {
    usesCustomPlan: true,
    isExpensive: true,
  })
  return new Map(rows.map(({ value, count }) => [value, count]))
}

/** Where the values of a field stand in order, so that the next one is found without passing all tasks that share one. */
export type ValueIndex = { rows: Sql; column: Sql }

/**
 * Goes from one value to the next, from several places at once, until `limit` of them begin as asked or none has for a
 * while: how those that do are spread depends on the order of letters the database was made with.
 */
export function listValues(
  tx: Tx,
  { rows, column }: ValueIndex,
  query: {
    starts: readonly string[]
    prefix: string
    limit: number
    maxMisses: number
    upTo: number
  },
): Promise<{ value: string; count: number }[]> {
  const first = (condition: Sql) => sql`(
    select ${column} from ${rows} and ${condition} order by ${column} limit 1)`
  const fits = (value: Sql) => sql`starts_with(lower(${value}), ${query.prefix.toLowerCase()})`
  return tx.rows(
    sql`
    with recursive walk (value, hits, misses) as (
      select n.value, 1, 0
      from unnest(${query.starts}::text[]) as start (value)
      cross join lateral (select ${first(sql`${column} >= start.value`)} as value) n
      union all
      select n.value, w.hits + (case when ${fits(sql`n.value`)} then 1 else 0 end),
        case when ${fits(sql`n.value`)} then 0 else w.misses + 1 end
      from walk w
      cross join lateral (select ${first(sql`${column} > w.value`)} as value) n
      where w.value is not null and w.hits <= ${query.limit} and w.misses < ${query.maxMisses}),
    chosen as (
      select distinct w.value from walk w where ${fits(sql`w.value`)} order by 1 limit ${query.limit})
    select chosen.value, (select count(*)::int from (
      select from ${rows} and ${column} = chosen.value limit ${query.upTo}) counted) as count
    from chosen order by 1`,
    { usesCustomPlan: true, isExpensive: true },
  )
}
