// The tenant of a request: the first label of the host, or the default tenant if no host suffix is configured.
import { createLruMap } from '#lib/lru-map.ts'

export const DEFAULT_TENANT = 'default'

/** Valid tenant names. Limiters use names as keys, so callers must not be able to choose long ones. */
const SLUG = /^[a-z0-9-]{1,63}$/

/** Hosts of callers, as they were sent; DNS allows no longer ones. */
const known = createLruMap<{ suffix: string; slug: string | undefined }>(10_000)
const MAX_HOST_LENGTH = 255

/** Undefined for a host without a tenant; the response is that for a wrong key. */
export function tenantOfHost(host: string | undefined, suffix: string | null): string | undefined {
  if (suffix === null) return DEFAULT_TENANT
  if (host === undefined || host.length > MAX_HOST_LENGTH) return undefined
  const found = known.get(host)
  if (found?.suffix === suffix) return found.slug
  const slug = readSlug(host, suffix)
  known.set(host, { suffix, slug })
  return slug
}

function readSlug(host: string, suffix: string): string | undefined {
  const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  if (!name.endsWith(`.${suffix}`)) return undefined
  const slug = name.slice(0, -suffix.length - 1)
  return SLUG.test(slug) ? slug : undefined
}
