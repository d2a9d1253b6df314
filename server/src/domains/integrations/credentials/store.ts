// SQL of the sealed secrets of integrations.
import type { Sealed } from '#crypto/sealed-secret.ts'
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type SecretRow = {
  integration_id: string
  name: string
  value: Sealed
  /** Those it was sealed for. */
  hosts: string[]
  entered_by: string
  entered_at: Date
}

export function listSecrets(tx: Tx, integrationIds: readonly string[]): Promise<SecretRow[]> {
  return tx.rows<SecretRow>(sql`
    select integration_id, name, value, hosts, entered_by, entered_at from integration_secrets
    where ${tx.mine()} and integration_id = any(${[...integrationIds]})
    order by integration_id, name`)
}

/** Of all integrations. A tenant has few. */
export function listEverySecret(tx: Tx): Promise<SecretRow[]> {
  return tx.rows<SecretRow>(sql`
    select integration_id, name, value, hosts, entered_by, entered_at from integration_secrets
    where ${tx.mine()}
    order by integration_id, name`)
}

export function findSecret(
  tx: Tx,
  integrationId: string,
  name: string,
): Promise<SecretRow | undefined> {
  return tx.row<SecretRow>(sql`
    select integration_id, name, value, hosts, entered_by, entered_at from integration_secrets
    where ${tx.mine()} and integration_id = ${integrationId} and name = ${name}`)
}

export async function saveSecret(tx: Tx, row: SecretRow): Promise<void> {
  await tx.rows(sql`
    insert into integration_secrets (tenant_id, integration_id, name, value, hosts, entered_by, entered_at)
    values (${tx.tenantId}, ${row.integration_id}, ${row.name}, ${row.value}, ${row.hosts}, ${row.entered_by},
      ${row.entered_at})
    on conflict (tenant_id, integration_id, name) do update set value = excluded.value, hosts = excluded.hosts,
      entered_by = excluded.entered_by, entered_at = excluded.entered_at`)
}

export async function deleteSecret(tx: Tx, integrationId: string, name: string): Promise<void> {
  await tx.rows(sql`
    delete from integration_secrets
    where ${tx.mine()} and integration_id = ${integrationId} and name = ${name}`)
}

export async function deleteSecrets(tx: Tx, integrationId: string): Promise<void> {
  await tx.rows(sql`
    delete from integration_secrets where ${tx.mine()} and integration_id = ${integrationId}`)
}
