// Gives a new cell the identity of its fleet. Keys and secrets that were made with another identity would be lost, so the database
// must be one that no process has served from.
import { roleNames } from '#db/roles.ts'
import { SchemaRefused } from '#db/upgrade/schema-refused.ts'
import { withClient } from './with-client.ts'

export type JoinOptions = {
  databaseUrl: string
  rolePrefix: string
  identity: { id: string; pepper: Buffer }
}

/** False if the database has this identity already. */
export function joinIdentity({ databaseUrl, rolePrefix, identity }: JoinOptions): Promise<boolean> {
  return withClient({ databaseUrl, name: 'join' }, async (client) => {
    await client.query('begin')
    const { rows } = await client.query<{ id: string; pepper: Buffer }>(
      'select id, pepper from instance for update',
    )
    const present = rows[0]
    if (present?.id === identity.id && present.pepper.equals(identity.pepper)) {
      await client.query('rollback')
      return false
    }
    // The first start registers the master key, and a running process has read the identity.
    const { rows: uses } = await client.query<{ what: string }>(`
      select 'a master key' as what where exists (select from master_keys)
      union all select 'a running process' where exists (
        select from pg_stat_activity where datname = current_database() and application_name = 'task-service')`)
    await client.query(`set local role ${roleNames(rolePrefix).auth}`)
    const { rows: tenants } = await client.query<{ count: number }>(
      `select count(*)::int as count from tenants where slug <> 'default'`,
    )
    await client.query('reset role')
    const found = [
      ...uses.map(({ what }) => what),
      ...((tenants[0]?.count ?? 0) > 0 ? ['tenants'] : []),
    ]
    if (found.length > 0) {
      await client.query('rollback')
      throw new SchemaRefused(
        `This database is in use (it has ${found.join(' and ')}), so it cannot join a fleet: its keys and secrets would become invalid. Use an empty database.`,
      )
    }
    await client.query('update instance set id = $1, pepper = $2', [identity.id, identity.pepper])
    await client.query('commit')
    return true
  })
}
