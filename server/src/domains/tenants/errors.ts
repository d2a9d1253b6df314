// What can be wrong with a tenant that a command names, and with its settings.
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
  return new TenantError('taken', `There is already a tenant "${slug}". Choose another id.`)
}

export function slugInvalid(slug: string): TenantError {
  return new TenantError(
    'invalid',
    `"${slug}" cannot be a host name. Use 1 to 63 lower-case letters, digits and dashes, not starting or ending with a dash.`,
  )
}

export function settingsMoved(current: number): Problem {
  return new Problem(
    'version_mismatch',
    `The settings are at version ${current}. Read them again, apply your change, and send their new ETag.`,
  )
}

export function timeZoneUnknown(name: string): Problem {
  return new Problem(
    'time_zone_unknown',
    `There is no time zone "${name}". Send a name such as Europe/Berlin or UTC.`,
    { details: { errors: [{ in: 'body', pointer: '/time_zone', message: 'is no time zone' }] } },
  )
}
