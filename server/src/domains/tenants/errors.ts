// What can be wrong with a tenant that a command names.

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
