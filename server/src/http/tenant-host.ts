// The tenant of a request: the first label of the host, or the default tenant if no host suffix is configured.

export const DEFAULT_TENANT = 'default'

/** Valid tenant names. Limiters use names as keys, so callers must not be able to choose long ones. */
const SLUG = /^[a-z0-9-]{1,63}$/

/** Undefined for a host without a tenant; the response is that for a wrong key. */
export function tenantOfHost(host: string | undefined, suffix: string | null): string | undefined {
  if (suffix === null) return DEFAULT_TENANT
  const name = (host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  if (!name.endsWith(`.${suffix}`)) return undefined
  const slug = name.slice(0, -suffix.length - 1)
  return SLUG.test(slug) ? slug : undefined
}
