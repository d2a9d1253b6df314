// Reads across tenants, as a role that may read little else.
import type { Sql } from './sql.ts'

export type Reader = { rows<Row>(statement: Sql): Promise<Row[]> }
