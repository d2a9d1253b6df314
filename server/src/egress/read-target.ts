// Parses the URL of a request. URLs that two programs could parse differently are rejected, not interpreted.
import { isIP } from 'node:net'
import { memoize } from '#lib/memoize.ts'
import { type EgressFailure, fail } from './failure.ts'

export type Target = Readonly<{
  /** As the connection pool and the Host header need it. */
  origin: string
  /** Without brackets and without the trailing dot. */
  host: string
  port: number
  path: string
  isHttps: boolean
  isAddress: boolean
}>

const MAX_URL_LENGTH = 8_192
const MAX_NAME_LENGTH = 253
const name =
  /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** From the bad ports list of the Fetch standard, those from 1024: other protocols would interpret our request as theirs. */
const portsOfOthers = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080,
])

/** Cached: the same few URLs are used again and again. */
export const readTarget: (text: string) => Target | EgressFailure = memoize(parseTarget, 1_000)

function parseTarget(text: string): Target | EgressFailure {
  const written = findWritingFault(text)
  if (written) return fail('invalid_url', written)
  const url = URL.parse(text)
  if (!url) return fail('invalid_url', 'Not a valid URL.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return fail('unsupported_scheme', 'The URL must start with https:// or http://.')
  }
  if (url.username || url.password) {
    return fail(
      'invalid_url',
      'The URL must not contain a username or password. Use a header instead.',
    )
  }
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isAddress = isIP(host) !== 0
  if (!isAddress && (host.length > MAX_NAME_LENGTH || !name.test(host))) {
    return fail('invalid_url', 'Invalid host name.')
  }
  const isHttps = url.protocol === 'https:'
  const port = Number(url.port || (isHttps ? 443 : 80))
  if (!isUsablePort(port)) return fail('forbidden_port', `Port ${port} is not allowed.`)
  const { origin } = url
  return { origin, host, port, path: `${url.pathname}${url.search}`, isHttps, isAddress }
}

// URL.parse repairs all of these in its own way; the author meant something else.
function findWritingFault(text: string): string | undefined {
  if (text.length > MAX_URL_LENGTH)
    return `The URL is too long: maximum ${MAX_URL_LENGTH.toLocaleString('en')} characters.`
  // oxlint-disable-next-line no-control-regex -- the expression looks for control characters
  if (/[\s\u0000-\u001f\u007f]/.test(text)) return 'The URL must not contain spaces or line breaks.'
  if (text.includes('\\')) return 'The URL must not contain a backslash.'
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text)) return 'The URL must start with https://.'
  return undefined
}

function isUsablePort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && !portsOfOthers.has(port))
}
