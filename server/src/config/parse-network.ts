// Ports, addresses, host names and URLs, with a word of help for the mix-ups that are easy to make.
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { InvalidValue, refuse } from './invalid-value.ts'
import { readInteger } from './parse-quantity.ts'
import type { Variable } from './schema.ts'

const label = '(?!-)[a-z0-9-]{1,63}(?<!-)'
// A last label of digits only would be read as an IPv4 address by every client.
const hostName = new RegExp(`^(?:${label}\\.)*(?!\\d+$)${label}$`)

export function parsePort(text: string, variable: Variable): number {
  const port = readInteger(text)
  if (port !== undefined && port >= 0 && port <= 65535) return port
  if (text.startsWith('tcp://')) {
    // Kubernetes sets <SERVICE>_PORT for every Service, so one called service-acp collides with ours.
    throw new InvalidValue(
      'is not a port but the link that Kubernetes injects for a Service of this name',
      'Set enableServiceLinks: false on the pod, or give the Service another name.',
    )
  }
  return refuse('is not a port', variable)
}

export function parseUrl(text: string, variable: Variable): string {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return refuse('is not an http or https address', variable)
  }
  if (url.username || url.password) refuse('contains a user or password', variable)
  if (/[?#]/.test(text)) refuse('contains a query or fragment', variable)
  return url.href.replace(/\/+$/, '')
}

export function parseHost(text: string, variable: Variable): string {
  if (isIP(text)) {
    throw new InvalidValue(
      'is an IP address, under which no tenant can have a name of its own',
      'Use a host name; the address to listen on is SERVICE_ACP_BIND.',
    )
  }
  return readHostName(text) ?? refuse('is not a host name', variable)
}

export function parseAddress(text: string, variable: Variable): string {
  return isIP(text) ? text : (readHostName(text) ?? refuse('is not an address', variable))
}

export function parseNetworks(text: string, variable: Variable): readonly string[] {
  const items = text.split(',').map((item) => item.trim())
  return items.every(isNetwork) ? items : refuse('is not a list of networks', variable)
}

/** As NO_PROXY is written everywhere: names, .names, addresses, networks, a port behind a name, or `*`. */
export function parseHosts(text: string, variable: Variable): readonly string[] {
  const items = text.split(/[\s,]+/).filter(Boolean)
  return items.every(isHostRule) ? items : refuse('is not a list of hosts', variable)
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
