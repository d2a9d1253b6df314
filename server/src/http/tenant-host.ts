// Which tenant a request is for: the first label of the host, or the default tenant where no host is configured.

export const DEFAULT_TENANT = 'default'

/** Undefined for a host that names no tenant; it is then answered like a wrong key. */
export function tenantOfHost(host: string | undefined, suffix: string | null): string | undefined {
  if (suffix === null) return DEFAULT_TENANT
  const name = (host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  if (!name.endsWith(`.${suffix}`)) return undefined
  const slug = name.slice(0, -suffix.length - 1)
  return slug === '' || slug.includes('.') ? undefined : slug
}
