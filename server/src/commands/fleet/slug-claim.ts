// A slug that is unique in the fleet, without a transaction over two databases: claim it in the directory, create the tenant,
// confirm. A crash in between leaves a claim or an unconfirmed tenant, which `cell reconcile` repairs.
import type { Config } from '#config/config.ts'
import { claimSlug, confirmClaim, releaseSlug } from '#fleet/directory/placements.ts'
import { isUnavailable } from '#lib/database-failure.ts'
import { findMembership, inDirectory } from './directory-session.ts'

export const UNCONFIRMED =
  'The directory could not be updated, so proxies do not know this tenant yet. Run: task-service cell reconcile'

type FleetConfig = Pick<Config, 'fleet'>

/** `isConfirmed` is false if the tenant exists and the directory does not know it yet. */
export async function createWithClaim<T>(
  config: FleetConfig,
  { id, slug }: { id: string; slug: string },
  create: () => Promise<T>,
  /** True if a part of the tenant may be stored although `create` failed. Its slug is free when it is deleted. */
  isLeft: () => Promise<boolean> = async () => false,
): Promise<{ created: T; isConfirmed: boolean }> {
  const member = findMembership(config)
  // Each cell has a default tenant; no host in the maps leads to it.
  if (!member || slug === 'default') return { created: await create(), isConfirmed: true }
  const { directoryUrl, cell } = member
  const claim = { slug, tenantId: id, cell }
  await inDirectory(directoryUrl, (directory) => claimSlug(directory, claim))
  let created: T
  try {
    created = await create()
  } catch (error) {
    // A lost connection leaves open whether the tenant was committed, so the claim stays.
    if (!isUnavailable(error) && !(await isLeft())) {
      await inDirectory(directoryUrl, (directory) =>
        releaseSlug(directory, claim, ['claimed']),
      ).catch(() => undefined) // the first error says more; `cell reconcile` releases the claim
    }
    throw error
  }
  const isConfirmed = await inDirectory(directoryUrl, (directory) =>
    confirmClaim(directory, claim),
  ).catch(() => false) // the caller has a key to print, which nothing shows again
  return { created, isConfirmed }
}

/** After the tenant is deleted. False if the directory could not be reached; null outside of a fleet. */
export async function releaseAfterDelete(
  config: FleetConfig,
  { slug, id }: { slug: string; id: string },
): Promise<boolean | null> {
  const member = findMembership(config)
  if (!member) return null
  const { directoryUrl, cell } = member
  try {
    // That of an import that was interrupted is not confirmed.
    await inDirectory(directoryUrl, (directory) =>
      releaseSlug(directory, { slug, cell, tenantId: id }, ['active', 'claimed']),
    )
    return true
  } catch {
    return false
  }
}

/** For a deletion that was interrupted before it released the slug. True if there was something to release. */
export async function releaseDeleted(config: FleetConfig, slug: string): Promise<boolean> {
  const member = findMembership(config)
  if (!member) return false
  const { directoryUrl, cell } = member
  return inDirectory(directoryUrl, (directory) =>
    releaseSlug(directory, { slug, cell }, ['active']),
  )
}
