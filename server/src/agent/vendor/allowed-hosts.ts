// The hosts that an integration may reach: as it names them, and as they are stored, sealed with its secrets and compared.
import { Failure } from '@task-service/kit'
import { readTarget } from '#egress/read-target.ts'

const MAX_HOSTS = 10

/**
 * The stored form of the named hosts: `name` and `name:port` are https; plain http is `http://name:port`, and only where the
 * configuration contains a URL that begins with it.
 */
export function writeHosts(
  named: unknown,
  config: Readonly<Record<string, string | number | boolean>>,
  fewest = 1,
): string[] {
  if (!Array.isArray(named) || named.length < fewest || named.length > MAX_HOSTS) {
    throw new Failure('internal', `The integration must use ${fewest} to ${MAX_HOSTS} hosts.`)
  }
  const plain = new Set(Object.values(config).flatMap(plainHostOf))
  const origins = named.map((entry) => {
    const text = String(entry)
    return originOf(plain.has(text.toLowerCase()) ? `http://${text}` : text)
  })
  return [...new Set(origins.map(hostOf))].toSorted()
}

/** The origins of the stored form. */
export function readHosts(hosts: readonly string[]): ReadonlySet<string> {
  return new Set(hosts.map(originOf))
}

/** The origin of a URL if it is one of these; an ambiguous URL has none. */
export function findOrigin(url: string, origins: ReadonlySet<string>): string | undefined {
  const target = readTarget(url)
  return 'outcome' in target || !origins.has(target.origin) ? undefined : target.origin
}

/** `name:port` is https; others include their scheme. */
export function originOf(entry: string): string {
  const [, scheme = 'https://', place = ''] = /^(https?:\/\/)?([^/?#@\\\s%]+)$/i.exec(entry) ?? []
  const target = readTarget(`${scheme}${place}/`)
  if ('outcome' in target || target.origin.endsWith('.') || target.origin.includes('.:')) {
    throw new Failure('invalid', `${JSON.stringify(entry.slice(0, 200))} is not a valid host name.`)
  }
  return target.origin
}

const hostOf = (origin: string): string => origin.replace(/^https:\/\//, '')

function plainHostOf(value: string | number | boolean): string[] {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url?.protocol === 'http:' ? [url.host] : []
}
