// SQL of others, held against what the file allows; gives the text that may run.
import type { AdhocPolicy, Engine } from '#edge/policy/policy.ts'
import { AdhocRefused } from './adhoc-refused.ts'
import { checkMysql } from './check-mysql.ts'
import { checkPostgres } from './check-postgres.ts'

export async function checkAdhoc(
  sql: string,
  engine: Engine,
  policy: AdhocPolicy,
): Promise<string> {
  if (engine === 'postgres') return await checkPostgres(sql, policy)
  if (engine === 'mysql') return await checkMysql(sql, policy)
  throw new AdhocRefused('SQL of others cannot be checked for this engine')
}
