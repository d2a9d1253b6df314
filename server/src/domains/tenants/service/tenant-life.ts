// The life of a tenant, from the operator's side.

import type { Context } from '#db/context.ts'
import type { Reader } from '#db/reader.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { codeOf, UNIQUE_VIOLATION } from '#lib/database-failure.ts'
import { importTaken, slugInvalid, slugTaken } from '../errors.ts'
import { findTaken, insertTenant, listTenants, type TenantRow, updateStatus } from '../store.ts'

const SLUG = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

export async function createTenant(ctx: Context, name: string): Promise<void> {
  const { id, slug } = ctx.tenant
  if (!SLUG.test(slug)) throw slugInvalid(slug)
  try {
    await insertTenant(ctx.tx, slug, name)
  } catch (error) {
    throw codeOf(error) === UNIQUE_VIOLATION ? slugTaken(slug) : error
  }
  await recordAudit(ctx, [{ action: 'tenant.created', subjectId: id }])
}

/** Before an import writes anything: neither the ID nor the slug may be in use here. */
export async function refuseTaken(
  auth: Reader,
  { id, slug }: { id: string; slug: string },
): Promise<void> {
  if (!SLUG.test(slug)) throw slugInvalid(slug)
  const taken = await findTaken(auth, id, slug)
  if (taken) throw importTaken(slug, taken)
}

export async function setTenantStatus(ctx: Context, status: TenantRow['status']): Promise<void> {
  await updateStatus(ctx.tx, status)
  const change = { field: 'status', from: null, to: status }
  await recordAudit(ctx, [
    { action: 'tenant.status_changed', subjectId: ctx.tenant.id, changes: [change] },
  ])
}

/** All of them, whatever their status, a page at a time. */
export async function* walkTenants(auth: Reader, pageSize = 500): AsyncGenerator<TenantRow[]> {
  for (let after = ''; ; ) {
    const page = await listTenants(auth, after, pageSize)
    yield page
    if (page.length < pageSize) return
    after = page.at(-1)?.slug ?? ''
  }
}
