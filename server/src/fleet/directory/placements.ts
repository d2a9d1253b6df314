// Where tenants are. A slug is claimed before its tenant is created and released after it is deleted, so that it is unique in
// the fleet without a transaction over two databases.
import type { Reader } from '#db/reader.ts'
import { empty, raw, sql } from '#db/sql.ts'
import { cellUnknown, DirectoryRefused } from './directory-refused.ts'
import { type Directory, raiseRevision } from './open-directory.ts'

export type Placement = {
  slug: string
  tenant_id: string
  cell: string
  status: 'claimed' | 'active' | 'moving'
  updated_at: Date
  age_seconds: number
}

/** The age by the clock of the directory. */
const columns = sql`slug, tenant_id, cell, status, updated_at,
  extract(epoch from now() - updated_at)::int as age_seconds`

/** What a proxy knows of a tenant. */
export type HostEntry = { slug: string; cell: string }

export async function findPlacement(
  directory: Reader,
  slug: string,
): Promise<Placement | undefined> {
  const [row] = await directory.rows<Placement>(sql`
    select ${columns} from directory.tenants where slug = ${slug} and status <> 'released'`)
  return row
}

/** Of one cell, a page at a time. */
export function listPlacements(
  directory: Reader,
  cell: string,
  after: string,
  limit: number,
): Promise<Placement[]> {
  return directory.rows<Placement>(sql`
    select ${columns} from directory.tenants
    where cell = ${cell} and slug > ${after} order by slug limit ${limit}`)
}

/** As in the cells. */
const SLUG = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

export type Claim = { slug: string; tenantId: string; cell: string }

/** Reserves the slug. The host is not in the maps until the claim is confirmed. */
export async function claimSlug(directory: Directory, claim: Claim): Promise<void> {
  const { slug, tenantId, cell } = claim
  if (!SLUG.test(slug) || slug === 'default') {
    throw new DirectoryRefused(
      'invalid',
      `"${slug}" is not a valid tenant ID. Use 1 to 63 lowercase letters, digits and hyphens; do not start or end with a hyphen.`,
    )
  }
  return directory.change(async () => {
    // Shared: claims do not wait for each other, and the status cannot change meanwhile.
    const [target] = await directory.rows<{ status: string }>(
      sql`select status from directory.cells where name = ${cell} for share`,
    )
    if (!target) throw cellUnknown(cell)
    if (target.status !== 'active') {
      throw new DirectoryRefused(
        'conflict',
        `Cell "${cell}" is ${target.status} and accepts no new tenants.`,
      )
    }
    const [other] = await directory.rows<{ slug: string; cell: string }>(sql`
      select slug, cell from directory.tenants
      where tenant_id = ${tenantId} and status <> 'released' and slug <> ${slug}`)
    if (other) throw tenantKnown(other)
    // The revision stays: the maps do not change. That of a released row is needed until every proxy has seen it.
    const claimed = await directory.rows(sql`
      insert into directory.tenants as t (slug, tenant_id, cell, status, revision)
      values (${slug}, ${tenantId}, ${cell}, 'claimed', 0)
      on conflict (slug) do update
        set tenant_id = excluded.tenant_id, cell = excluded.cell, status = 'claimed', updated_at = now()
        where t.status = 'released'
      returning 1`)
    if (claimed.length === 0) throw slugTaken(slug, await findPlacement(directory, slug))
  })
}

function tenantKnown({ slug, cell }: { slug: string; cell: string }): DirectoryRefused {
  return new DirectoryRefused(
    'conflict',
    `This tenant is already in the fleet, as "${slug}" in cell "${cell}". Delete it there first.`,
  )
}

function slugTaken(slug: string, placement: Placement | undefined): DirectoryRefused {
  if (placement?.status === 'claimed') {
    return new DirectoryRefused(
      'conflict',
      `"${slug}" was claimed by cell "${placement.cell}" at ${placement.updated_at.toISOString()}. If no tenant create is running, run in that cell: task-service cell reconcile`,
    )
  }
  return new DirectoryRefused(
    'conflict',
    `A tenant "${slug}" already exists in cell "${placement?.cell ?? 'unknown'}". Choose another ID.`,
  )
}

/** The tenant exists, so its host leads to the cell. False if the claim is no longer there. */
export function confirmClaim(directory: Directory, claim: Claim): Promise<boolean> {
  return directory.change(async () => {
    const revision = await raiseRevision(directory)
    // The cell decides which ID its tenant has.
    const confirmed = await directory.rows(sql`
      update directory.tenants
      set status = 'active', tenant_id = ${claim.tenantId}, revision = ${revision}, updated_at = now()
      where slug = ${claim.slug} and cell = ${claim.cell} and status = 'claimed' returning 1`)
    return confirmed.length > 0
  })
}

/**
 * Frees the slug if it belongs to the cell. With `only` a status, other rows stay as they are: giving up a claim must
 * not release a tenant.
 */
export function releaseSlug(
  directory: Directory,
  { slug, cell, tenantId }: { slug: string; cell: string; tenantId?: string },
  only: readonly ('claimed' | 'active')[],
): Promise<boolean> {
  return directory.change(async () => {
    const revision = await raiseRevision(directory)
    const released = await directory.rows(sql`
      update directory.tenants
      set status = 'released', cell = null, revision = ${revision}, updated_at = now()
      where slug = ${slug} and cell = ${cell} and status = any(${only})
        ${tenantId === undefined ? empty : sql`and tenant_id = ${tenantId}`}
      returning 1`)
    return released.length > 0
  })
}

/**
 * Hosts of the maps, a page at a time. Call it in a snapshot, together with the revision. A cursor reads the table once, whatever
 * the planner knows of it.
 */
export async function* walkHosts(
  directory: Reader,
  order: 'slug' | 'cell',
  pageSize = 10_000,
): AsyncGenerator<HostEntry[]> {
  await directory.rows(sql`
    declare hosts no scroll cursor for
      select slug, cell from directory.tenants where status in ('active', 'moving')
      order by ${order === 'slug' ? sql`slug` : sql`cell, slug`}`)
  for (let page: HostEntry[]; ; ) {
    page = await directory.rows<HostEntry>(sql`fetch ${raw(String(pageSize))} from hosts`)
    yield page
    if (page.length < pageSize) break
  }
  await directory.rows(sql`close hosts`)
}

export async function countHosts(directory: Reader): Promise<number> {
  const [row] = await directory.rows<{ count: number }>(sql`
    select count(*)::int as count from directory.tenants where status in ('active', 'moving')`)
  return row?.count ?? 0
}

/** A cell of null means that the host leads nowhere. */
export type HostChange = { slug: string; cell: string | null; revision: string }

export function listChanges(
  directory: Reader,
  since: string,
  limit: number,
): Promise<HostChange[]> {
  return directory.rows<HostChange>(sql`
    select slug, case when status in ('active', 'moving') then cell end as cell, revision::text as revision
    from directory.tenants where revision > ${since} order by tenants.revision, slug limit ${limit}`)
}
