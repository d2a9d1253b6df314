// Which database a connection leads to. A replica is the same database of the same cluster; a URL can lead anywhere.
import type { ClientBase } from 'pg'
import type { Reader } from '../reader.ts'
import { sql } from '../sql.ts'
import { ReplicaRefused } from './replica-options.ts'

export type Identity = { system: string; database: number }

const statement = sql`
  select (select system_identifier::text from pg_control_system()) as system,
    (select oid::int8 from pg_database where datname = current_database()) as database`

export async function identify(reader: Reader): Promise<Identity | undefined> {
  return (await reader.rows<Identity>(statement))[0]
}

export async function identifyClient(client: ClientBase): Promise<Identity | undefined> {
  return (await client.query<Identity>(statement.text)).rows[0]
}

export function refuseOther(primary: Identity | undefined, replica: Identity | undefined): void {
  if (primary?.system === replica?.system && primary?.database === replica?.database) return
  throw new ReplicaRefused(
    'other_database',
    primary?.system === replica?.system
      ? 'the URL leads to another database of the replica'
      : 'the server is no replica of this primary',
  )
}
