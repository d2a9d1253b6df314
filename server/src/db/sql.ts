// SQL statements as template strings, whose values are always sent as parameters.
import sql, { type Sql } from 'sql-template-tag'

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag'

/**
 * Bytes of a json or text column as it will be sent. Uncompressed values are not read for that; the compressed size is no
 * measure, because a megabyte may be stored in a few kilobytes.
 */
export function sentBytes(column: Sql): Sql {
  return sql`case when pg_column_compression(${column}) is null then pg_column_size(${column})
    else octet_length(${column}::text) end`
}

/**
 * True for the rows that together fit the budget, in the order of the subquery, and for the first one whatever its size.
 * Rows beyond the budget come without their large columns and show that there is more.
 */
export function fitsWithin(bytes: Sql, maxBytes: number): Sql {
  const sum = sql`sum(${bytes}) over (rows between unbounded preceding and current row)`
  return sql`(${sum} <= ${maxBytes} or ${sum} = ${bytes})`
}
