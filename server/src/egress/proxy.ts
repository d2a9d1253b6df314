// The operator's proxy: which requests go through it, and the CONNECT tunnel of each connection.
import { buildConnector, Client } from 'undici'
import { isWithin, readAddress, readNetwork } from './address.ts'
import { codeOf, EgressError, fail } from './failure.ts'
import type { OpenTunnel } from './open-socket.ts'
import type { Target } from './read-target.ts'

/** Opens tunnels through the proxy; the credentials in its URL are sent only to it. */
export function createTunnels(proxyUrl: string, timeoutMs: number): OpenTunnel {
  const { origin, username, password } = new URL(proxyUrl)
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const authorization = username
    ? { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
    : {}
  const connectDirectly = buildConnector({ timeout: timeoutMs, allowH2: false })
  // The certificate must match the proxy itself, whatever the Host header says.
  const connect: typeof connectDirectly = (options, done) =>
    connectDirectly({ ...options, servername: '' }, done)
  return async (authority, signal) => {
    // One client per tunnel: a connection that became a tunnel is no longer the client's.
    const client = new Client(origin, { allowH2: false, connect })
    const giveUp = () => void client.destroy()
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      const headers = { ...authorization, host: authority }
      const { statusCode, socket } = await client.connect({ path: authority, headers })
      socket.on('error', ignore)
      if (statusCode === 200) return socket
      socket.destroy()
      throw refusal(`The proxy responded with ${statusCode} to CONNECT.`)
    } catch (error) {
      if (error instanceof EgressError) throw error
      throw refusal(`The proxy could not be reached (${codeOf(error)}).`)
    } finally {
      signal.removeEventListener('abort', giveUp)
      // The tunnel has left the client, so it is not closed with it.
      void client.close().catch(ignore)
    }
  }
}

const ignore = (): void => undefined

const refusal = (detail: string): EgressError => new EgressError(fail('proxy_failed', detail))

export type Bypass = (target: Target, addresses: readonly string[]) => boolean

/** The rules of NO_PROXY as in curl: names with their subdomains, addresses, networks, `*`, each with an optional port. */
export function createBypass(rules: readonly string[]): Bypass {
  const tests = rules.map(readRule)
  return (target, addresses) => tests.some((test) => test(target, addresses))
}

function readRule(rule: string): Bypass {
  if (rule === '*') return () => true
  const [address, bits] = rule.split('/')
  if (bits !== undefined || readAddress(address ?? '')) {
    const network = readNetwork(rule)
    return (_, addresses) =>
      addresses.some((text) => {
        const ip = readAddress(text)?.ip
        return ip !== undefined && isWithin(ip, network)
      })
  }
  const [, name = '', port] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(rule.toLowerCase()) ?? []
  return (target) =>
    (target.host === name || target.host.endsWith(`.${name}`)) &&
    (port === undefined || target.port === Number(port))
}
