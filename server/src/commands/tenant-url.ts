// The URL at which people open the dashboard of a tenant, as far as the configuration tells.
import type { Config } from '#config/config.ts'

/** Names that resolve to this computer, where nothing stands in front of the service. */
const isLocal = (host: string): boolean => /(^|\.)localhost$|^127\.|^\[?::1\]?$/.test(host)

/** Without a host suffix there is one tenant, at any host name. */
export function tenantUrl({ http }: Pick<Config, 'http'>, slug: string): string {
  const { publicUrl, hostSuffix, port, basePath } = http
  if (hostSuffix === null) return `${publicUrl ?? `http://localhost:${port}${basePath}`}/`
  const host = `${slug}.${hostSuffix}`
  if (publicUrl !== null) {
    const url = new URL(publicUrl)
    return `${url.protocol}//${host}${url.port && `:${url.port}`}${basePath}/`
  }
  return isLocal(hostSuffix) ? `http://${host}:${port}${basePath}/` : `https://${host}${basePath}/`
}
