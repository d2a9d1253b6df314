// Permissions of a role in PostgreSQL beyond reading.
import type { Inspection } from '../driver.ts'
import { type PostgresConnection, runOne } from './postgres-connection.ts'

const RIGHTS = `
  select current_setting('server_version'), current_user,
    array_to_string(array_remove(array[
      case when r.rolsuper then 'superuser' end,
      case when r.rolcreaterole then 'createrole' end,
      case when r.rolcreatedb then 'createdb' end,
      case when r.rolreplication then 'replication' end,
      case when r.rolbypassrls then 'bypassrls' end,
      case when pg_has_role('pg_read_server_files', 'member') then 'pg_read_server_files' end,
      case when pg_has_role('pg_write_server_files', 'member') then 'pg_write_server_files' end,
      case when pg_has_role('pg_execute_server_program', 'member') then 'pg_execute_server_program' end
    ], null), ',')
  from pg_roles r where r.rolname = current_user`

const WRITABLE = `
  select c.oid::regclass::text from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'f') and n.nspname not in ('pg_catalog', 'information_schema')
    and n.nspname not like 'pg\\_%'
    and (has_table_privilege(c.oid, 'insert') or has_any_column_privilege(c.oid, 'update')
      or has_table_privilege(c.oid, 'delete') or has_table_privilege(c.oid, 'truncate'))
  order by 1 limit 200`

export async function inspectPostgres(connection: PostgresConnection): Promise<Inspection> {
  const rights = await runOne(connection, RIGHTS)
  const tables = await runOne(connection, WRITABLE)
  const [version, user, excess] = (rights.rows[0] ?? []).map(String)
  return {
    server: `PostgreSQL ${version?.split(' ')[0] ?? ''}`,
    user: user ?? '',
    excess: excess ? excess.split(',') : [],
    writable: tables.rows.map(([name]) => String(name)),
  }
}
