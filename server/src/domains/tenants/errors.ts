// Errors of tenants in commands, and of their settings.
import { bodyError } from '#lib/messages/field-problem.ts'
import { Problem } from '#lib/problem.ts'

export class TenantError extends Error {
  override readonly name = 'TenantError'
  readonly reason: 'taken' | 'invalid'
  constructor(reason: TenantError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

export function slugTaken(slug: string): TenantError {
  return new TenantError('taken', `A tenant "${slug}" already exists. Choose another ID.`)
}

/** An import that was interrupted leaves a tenant like one that is being deleted. */
export function importTaken(
  slug: string,
  { slug: found, status }: { slug: string; status: string },
) {
  const place = found === slug ? `A tenant "${slug}"` : `This tenant, as "${found}",`
  return new TenantError(
    'taken',
    status === 'deleting'
      ? `${place} is here in part: an import or a deletion was interrupted. Remove it, then import again: task-service tenant delete ${found} --confirm ${found}`
      : found === slug
        ? `${place} already exists. Choose another ID with --slug.`
        : `${place} already exists. A tenant keeps its ID, so it can be here only once.`,
  )
}

export function slugInvalid(slug: string): TenantError {
  return new TenantError(
    'invalid',
    `"${slug}" is not a valid tenant ID. Use 1 to 63 lowercase letters, digits and hyphens; do not start or end with a hyphen.`,
  )
}

export function settingsMoved(current: number): Problem {
  return new Problem(
    'version_mismatch',
    `The current version of the settings is ${current}. Fetch them again, reapply your change and send the new ETag.`,
  )
}

export function timeZoneUnknown(name: string, pointer = '/time_zone'): Problem {
  const errors = [bodyError(pointer, 'invalid_value', `unknown time zone "${name}"`)]
  const detail = `Unknown time zone "${name}". Use an IANA name such as Europe/Berlin or UTC.`
  return new Problem('time_zone_unknown', detail, { details: { errors } })
}
