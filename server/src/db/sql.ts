// SQL in the open: statements are template strings whose values always travel as parameters.
export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag'
