// Connectivity to the service: settings, proxy, certificate, clock; each error with its fix.
import { checkConnectivity } from '#edge/link/check-connectivity.ts'
import { type Settings, URL_MISSING } from '#edge/settings/settings.ts'
import { explainConnectionError } from './connection-errors.ts'
import type { Finding } from './finding.ts'

const MAX_SECONDS_OFF = 60

export async function examineConnectivity(settings: Settings): Promise<Finding[]> {
  const { url, proxies } = settings
  if (url === undefined) return [{ what: 'network', state: 'fail', says: URL_MISSING }]
  const proxy = url.protocol === 'https:' ? (proxies.https ?? proxies.http) : proxies.http
  const through = proxy === undefined ? 'directly' : throughProxy(proxy, proxies.none)
  if (through === undefined) {
    const says = 'HTTPS_PROXY must be a URL such as http://user:password@proxy.internal:3128'
    return [{ what: 'proxy', state: 'fail', says }]
  }
  try {
    const { tookMs, offsetMs } = await checkConnectivity(settings)
    const says = `connected to ${url.host} ${through} in ${Math.round(tookMs)} ms`
    return [{ what: 'network', state: 'ok', says }, examineTls(url), examineClock(offsetMs)]
  } catch (error) {
    const message = (error as Error).message.replace(/\.$/, '')
    const { what, remedy } = explainConnectionError(message)
    const says = `cannot reach ${url.host} ${through}: ${message}. ${remedy}`
    return [{ what, state: 'fail', says }]
  }
}

/** Without the password. Undefined when it is not a URL. */
function throughProxy(proxy: string, none: string | undefined): string | undefined {
  const host = URL.canParse(proxy) ? new URL(proxy).host : ''
  if (host === '') return undefined
  return `through the proxy ${host}${none === undefined ? '' : ` (except NO_PROXY: ${none})`}`
}

const examineTls = ({ protocol }: URL): Finding =>
  protocol === 'https:'
    ? { what: 'tls', state: 'ok', says: 'the TLS certificate is valid' }
    : { what: 'tls', state: 'warn', says: 'plain HTTP can be intercepted. Use https://' }

/** Only a warning: jobs use the clock of the service; certificates and logs use this one. */
function examineClock(offsetMs: number): Finding {
  const seconds = Math.round(Math.abs(offsetMs) / 1_000)
  if (seconds <= MAX_SECONDS_OFF) {
    return { what: 'clock', state: 'ok', says: `within ${seconds} s of the service` }
  }
  const side = offsetMs > 0 ? 'behind' : 'ahead of'
  const says = `${seconds} s ${side} the service. Set up NTP on this machine`
  return { what: 'clock', state: 'warn', says }
}
