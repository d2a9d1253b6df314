// Ports, IP addresses, host names and URLs, with hints for common mix-ups.
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { InvalidValue, reject } from './invalid-value.ts'
import { readInteger } from './parse-quantity.ts'
import type { Variable } from './schema.ts'

const label = '(?!-)[a-z0-9-]{1,63}(?<!-)'
// A last label of digits only would be read as an IPv4 address by every client.
const hostName = new RegExp(`^(?:${label}\\.)*(?!\\d+$)${label}$`)

export function parsePort(text: string, variable: Variable): number {
  const port = readInteger(text)
  if (port !== undefined && port >= 0 && port <= 65535) return port
  if (text.startsWith('tcp://')) {
    // Kubernetes sets <SERVICE>_PORT for every Service, so one called service-acp collides with this variable.
    throw new InvalidValue(
      'is the service link that Kubernetes injects for a Service of this name, not a port',
      'Set enableServiceLinks: false on the pod, or give the Service another name.',
    )
  }
  return reject('is not a port', variable)
}

export function parseUrl(text: string, variable: Variable): string {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return reject('is not an HTTP or HTTPS URL', variable)
  }
  if (url.username || url.password) reject('contains a user or password', variable)
  if (/[?#]/.test(text)) reject('contains a query or fragment', variable)
  return url.href.replace(/\/+$/, '')
}

export function parseHost(text: string, variable: Variable): string {
  if (isIP(text)) {
    throw new InvalidValue(
      'is an IP address, but each tenant needs a subdomain',
      'Use a host name. To change the address to listen on, set SERVICE_ACP_BIND.',
    )
  }
  return readHostName(text) ?? reject('is not a host name', variable)
}

export function parseAddress(text: string, variable: Variable): string {
  return isIP(text)
    ? text
    : (readHostName(text) ?? reject('is not an IP address or host name', variable))
}

export function parseNetworks(text: string, variable: Variable): readonly string[] {
  const items = text.split(',').map((item) => item.trim())
  return items.every(isNetwork) ? items : reject('is not a list of networks', variable)
}

/** The usual syntax of NO_PROXY: host names, .suffixes, IP addresses, networks, host:port, or `*`. */
export function parseHosts(text: string, variable: Variable): readonly string[] {
  const items = text.split(/[\s,]+/).filter(Boolean)
  return items.every(isHostRule) ? items : reject('is not a list of hosts', variable)
}

function isHostRule(text: string): boolean {
  if (text === '*' || isNetwork(text)) return true
  return readHostName(text.replace(/^\*?\./, '').replace(/:\d{1,5}$/, '')) !== undefined
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  // A zone (fe80::1%eth0) names an interface, not a network.
  const family = address.includes('%') ? 0 : isIP(address)
  if (family === 0 || rest.length > 0) return false
  const width = bits === undefined ? 0 : (readInteger(bits) ?? -1)
  return width >= 0 && width <= (family === 4 ? 32 : 128)
}

function readHostName(text: string): string | undefined {
  // domainToASCII follows the rules of URLs: it drops line breaks, decodes %41 and stops at a slash.
  const name = /[\s%/?#@:\\]/.test(text) ? '' : domainToASCII(text)
  return name.length <= 253 && hostName.test(name) ? name : undefined
}
