// SQL in the open: statements are template strings whose values always travel as parameters.
import sql, { type Sql } from 'sql-template-tag'

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag'

/**
 * Bytes of a json or text column as it will be sent. What is stored uncompressed is not read for that; the compressed size
 * says nothing, because a megabyte may be stored in a few kilobytes.
 */
export function sentBytes(column: Sql): Sql {
  return sql`case when pg_column_compression(${column}) is null then pg_column_size(${column})
    else octet_length(${column}::text) end`
}

/**
 * True for the rows that fit into the budget together, in the order of the subquery they come from, and for the first one
 * whatever its size. Rows behind them come without their large columns and show that there is more.
 */
export function fitsWithin(bytes: Sql, maxBytes: number): Sql {
  const sum = sql`sum(${bytes}) over (rows between unbounded preceding and current row)`
  return sql`(${sum} <= ${maxBytes} or ${sum} = ${bytes})`
}
