// Which tenant a request is for: the first label of the host, or the default tenant where no host is configured.

export const DEFAULT_TENANT = 'default'

/** What a name of a tenant can be. Names are keys of limits, so nobody may choose long ones. */
const SLUG = /^[a-z0-9-]{1,63}$/

/** Undefined for a host that names no tenant; it is then answered like a wrong key. */
export function tenantOfHost(host: string | undefined, suffix: string | null): string | undefined {
  if (suffix === null) return DEFAULT_TENANT
  const name = (host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  if (!name.endsWith(`.${suffix}`)) return undefined
  const slug = name.slice(0, -suffix.length - 1)
  return SLUG.test(slug) ? slug : undefined
}
