// What a move would do, and what is in its way, before anything changes.
import { checkCells } from '#db/move/cell-connection.ts'
import { countRows } from '#db/move/copy-tenant.ts'
import { readTenant } from '#db/move/fence.ts'
import { listDataKeys } from '#db/move/take-over.ts'
import type { Move } from '#fleet/directory/moves.ts'
import { MoveRefused, type Stage } from './stage.ts'

export type MovePlan = {
  tenantId: string
  status: Move['tenant_status']
  rows: number
  /** By the rate of earlier measurements. */
  estimatedSeconds: number
  versions: { source: number; target: number }
}

/** Copied on two shared cores, with pauses for other tenants. */
const ROWS_PER_SECOND = 8_000

export async function planMove(
  stage: Stage,
  wanted: { slug: string; sharesBucket: boolean },
): Promise<MovePlan> {
  const { from, to, tables } = stage
  const { slug } = wanted
  const missing = await checkCells(from.client, to.client)
  const tenant = await readTenant(from.client, slug)
  const other = await readTenant(to.client, slug)
  if (slug === 'default') missing.push('The tenant "default" of each cell cannot move.')
  else if (!tenant) missing.push(`The source has no tenant "${slug}".`)
  else if (!isMovable(tenant.status)) missing.push(`The tenant "${slug}" is ${tenant.status}.`)
  if (other) missing.push(describePresent(slug, other.status))
  if (tenant && !wanted.sharesBucket && (await hasBucketFiles(stage, tenant.tenant_id))) {
    missing.push(
      'The content of attachments is in a bucket, which is not copied. If both cells use the same bucket, add --shared-bucket.',
    )
  }
  if (tenant && missing.length === 0) missing.push(...(await checkKeys(stage, tenant.tenant_id)))
  if (missing.length > 0 || !tenant || !isMovable(tenant.status)) {
    throw new MoveRefused(missing.join('\n'))
  }
  const rows = await countRows(from.client, tables, tenant.tenant_id)
  return {
    tenantId: tenant.tenant_id,
    status: tenant.status,
    rows,
    estimatedSeconds: Math.ceil(rows / ROWS_PER_SECOND),
    versions: { source: from.majorVersion, target: to.majorVersion },
  }
}

function isMovable(status: string): status is Move['tenant_status'] {
  return status === 'active' || status === 'suspended'
}

function describePresent(slug: string, status: string): string {
  return status === 'moved'
    ? `The target still has what an earlier move left there. Delete it with: task-service tenant move ${slug} --purge`
    : `The target already has a tenant "${slug}" (${status}).`
}

/** At the switch it would be too late to learn that the target cannot open the secrets of the tenant. */
async function checkKeys({ from, to, rewrap }: Stage, tenantId: string): Promise<string[]> {
  const keys = await listDataKeys(from.client, tenantId)
  const { rows } = await to.client.query<{ id: string }>('select id from master_keys')
  const known = new Set(rows.map(({ id }) => id))
  if (keys.every((key) => known.has(rewrap(key)?.master_key_id ?? key.master_key_id))) return []
  return [
    'The target does not know the master key of the secrets. If it has a master key of its own, set SERVICE_ACP_MOVE_TARGET_MASTER_KEY; start the target once before the first move.',
  ]
}

async function hasBucketFiles({ from }: Stage, tenantId: string): Promise<boolean> {
  const { rows } = await from.client.query(
    'select from attachments where tenant_id = $1 and in_bucket limit 1',
    [tenantId],
  )
  return rows.length > 0
}
