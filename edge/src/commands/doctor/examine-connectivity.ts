// Connectivity to the service: settings, proxy, certificate, clock; each error with its fix.
import { checkConnectivity } from '#edge/link/check-connectivity.ts'
import { type Settings, URL_MISSING } from '#edge/settings/settings.ts'
import { explainConnectionError } from './connection-errors.ts'
import type { Finding } from './finding.ts'

const MOST_SECONDS_OFF = 60

export async function examineConnectivity(settings: Settings): Promise<Finding[]> {
  const { url, proxies } = settings
  if (url === undefined) return [{ what: 'network', state: 'bad', says: URL_MISSING }]
  const proxy = url.protocol === 'https:' ? (proxies.https ?? proxies.http) : proxies.http
  const through = proxy === undefined ? 'directly' : throughProxy(proxy, proxies.none)
  if (through === undefined) {
    const says = 'HTTPS_PROXY is no address. It looks like http://user:password@proxy.internal:3128'
    return [{ what: 'proxy', state: 'bad', says }]
  }
  try {
    const { tookMs, offsetMs } = await checkConnectivity(settings)
    const says = `${url.host} answers ${through} in ${Math.round(tookMs)} ms`
    return [{ what: 'network', state: 'ok', says }, examineTls(url), examineClock(offsetMs)]
  } catch (error) {
    const message = (error as Error).message.replace(/\.$/, '')
    const { what, remedy } = explainConnectionError(message)
    const says = `${url.host} cannot be reached ${through}: ${message}. ${remedy}`
    return [{ what, state: 'bad', says }]
  }
}

/** Without the password in it. Undefined when it is no address. */
function throughProxy(proxy: string, none: string | undefined): string | undefined {
  const host = URL.canParse(proxy) ? new URL(proxy).host : ''
  if (host === '') return undefined
  return `through the proxy ${host}${none === undefined ? '' : `, unless NO_PROXY (${none}) says otherwise`}`
}

const examineTls = ({ protocol }: URL): Finding =>
  protocol === 'https:'
    ? { what: 'tls', state: 'ok', says: 'TLS, certificate accepted' }
    : { what: 'tls', state: 'warning', says: 'plain HTTP: readable on the way. Use https://' }

/** Only a warning: times of jobs go by the clock of the service. Certificates and logs go by this one. */
function examineClock(offsetMs: number): Finding {
  const seconds = Math.round(Math.abs(offsetMs) / 1_000)
  if (seconds <= MOST_SECONDS_OFF) {
    return { what: 'clock', state: 'ok', says: `within ${seconds} s of the service` }
  }
  const side = offsetMs > 0 ? 'behind' : 'ahead of'
  const says = `${seconds} s ${side} the service; set up NTP on this machine`
  return { what: 'clock', state: 'warning', says }
}
