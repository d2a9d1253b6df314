// A vendor, others who listen beside it, names that lead to them, and an integration in its process that tries it all.
import { createSecretKey, randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { isIP } from 'node:net'
import { createPluginHost, type PluginHost } from '../../server/src/agent/host.ts'
import { loadPlugin } from '../../server/src/agent/load-plugin.ts'
import { openText, sealText } from '../../server/src/crypto/sealed-secret.ts'
import { Secret } from '../../server/src/crypto/secret.ts'
import { createEgress } from '../../server/src/egress/egress.ts'
import { createNameResolver } from '../../server/src/egress/name-resolver.ts'
import { uuidv7 } from '../../server/src/lib/uuid.ts'
import { placeOf } from '../../tests/harness/agent/test-host.ts'
import { makeAuthority } from '../../tests/harness/network/certificate.ts'
import { startConnectProxy } from '../../tests/harness/network/connect-proxy.ts'
import { startDnsServer } from '../../tests/harness/network/dns-server.ts'
import { startReceiver } from '../../tests/harness/network/receiver.ts'
import type { Attempt } from './attempts.ts'
import type { Ports } from './url-tricks.ts'

const VENDOR_ADDRESS = '127.0.0.1'
const EVIL_ADDRESS = '127.0.0.2'
const TOKEN = 'credential-4c1d9a7e2b'
const carried = [TOKEN, Buffer.from(`u:${TOKEN}`).toString('base64')]

/** A request that one of the servers received. */
export type Arrival = { at: 'vendor' | 'elsewhere'; hasCredential: boolean }

export type World = {
  ports: Ports
  /** Makes the integration try it and gives what arrived where. Unguarded, it may go wherever it wants to. */
  attempt: (attempt: Attempt, isGuarded: boolean) => Promise<Arrival[]>
  stop: () => Promise<void>
}

export type Way = 'direct' | 'proxy'

const leadsTo = (name: string) => (name === 'vendor.example' ? VENDOR_ADDRESS : EVIL_ADDRESS)

export async function openWorld(way: Way): Promise<World> {
  let arrivals: Arrival[] = []
  const listener = note((arrival) => arrivals.push(arrival))
  const vendor = await startReceiver(listener('vendor'))
  const { port } = vendor
  const sameAddress = await startReceiver(listener('elsewhere'))
  const others = { host: EVIL_ADDRESS }
  const samePort = await startReceiver(listener('elsewhere'), { ...others, port })
  const bothOther = await startReceiver(listener('elsewhere'), {
    ...others,
    port: sameAddress.port,
  })
  const identity = makeAuthority().issue({ names: ['secure.example'], addresses: [EVIL_ADDRESS] })
  const tls = await startReceiver(listener('elsewhere'), { ...others, identity })
  const { host, stop } = await openHost(way)
  const ports = { vendor: port, other: sameAddress.port, tls: tls.port }
  return {
    ports,
    async attempt(attempt, isGuarded) {
      arrivals = []
      await tryOne(host, attempt, isGuarded, ports)
      return arrivals
    },
    async stop() {
      await stop()
      for (const one of [vendor, sameAddress, samePort, bothOther, tls]) await one.close()
    },
  }
}

async function openHost(way: Way): Promise<{ host: PluginHost; stop: () => Promise<void> }> {
  const dns = await startDnsServer((name, type) =>
    type === 'A' ? { addresses: [leadsTo(name)] } : 'nothing',
  )
  const proxy = await startConnectProxy({
    // Every name leads somewhere.
    names: new Proxy({}, { get: (_, name) => (isIP(String(name)) ? name : leadsTo(String(name))) }),
  })
  const egress = createEgress(
    {
      allow: ['127.0.0.0/8'],
      deny: [],
      plainHttp: 'anywhere',
      proxy: way === 'proxy' ? Secret.from(`http://127.0.0.1:${proxy.port}`) : null,
      proxyTarget: 'name',
      noProxy: [],
    },
    { resolver: createNameResolver({ servers: [dns.address], leastMs: 0 }) },
  )
  const log = { debug: () => undefined, warn: () => undefined }
  const plugins = [await loadPlugin(placeOf('hostile'))]
  const host = createPluginHost({ plugins, egress, log, userAgent: 'Task-Service' })
  return {
    host,
    async stop() {
      await host.stop()
      await egress.close()
      await proxy.close()
      await dns.close()
    },
  }
}

async function tryOne(
  host: PluginHost,
  attempt: Attempt,
  isGuarded: boolean,
  { vendor }: Ports,
): Promise<void> {
  const { request, hosts = [`http://vendor.example:${vendor}`] } = attempt
  const origin = URL.parse(request.url)?.origin ?? ''
  const session = host.open({
    tenantId: 'a',
    integrationId: 'int_1',
    provider: 'hostile',
    config: { request: JSON.stringify(request) },
    hosts: isGuarded || !/^https?:/.test(origin) ? hosts : [origin],
    openSecret: async () =>
      isGuarded ? unseal(attempt, hosts, [`http://vendor.example:${vendor}`]) : Secret.from(TOKEN),
  })
  // What it hears does not matter; what arrives does.
  await session.testConnection().catch(() => undefined)
}

const keys = new Map<string, { id: string; tenantId: string; key: ReturnType<typeof newKey> }>()
const newKey = () => createSecretKey(randomBytes(32))

function keyOf(tenant: string) {
  const key = keys.get(tenant) ?? { id: uuidv7(), tenantId: uuidv7(), key: newKey() }
  keys.set(tenant, key)
  return key
}

/** As the vault does it: sealed for one place, opened for the place that the row names. */
function unseal({ sealedFor = {} }: Attempt, hosts: readonly string[], made: string[]) {
  const { tenantId = 'a', integrationId = 'int_1', field = 'token' } = sealedFor
  const owner = keyOf(tenantId)
  const place = { ownerKind: 'integration', ownerId: integrationId, field }
  const allowedHosts = sealedFor.hosts ?? made
  const sealed = sealText(owner.key, owner, { ...place, allowedHosts }, TOKEN)
  const here = { ownerKind: 'integration', ownerId: 'int_1', field: 'token', allowedHosts: hosts }
  const mine = keyOf('a')
  return openText(mine.key, mine, here, sealed)
}

type Where = Arrival['at']

/** A vendor that redirects on demand; everybody notes what they got, to the byte. */
function note(add: (arrival: Arrival) => void): (at: Where) => RequestListener {
  return (at) => (request, response) => {
    void read(request).then((text) => {
      add({ at, hasCredential: carried.some((form) => text.includes(form)) })
      const [, status, target] = /^\/to\/(\d+)\/(.+)$/.exec(request.url ?? '') ?? []
      if (!target) return response.end('{}')
      const location = decodeURIComponent(target)
      response.writeHead(Number(status), { location, refresh: `0; url=${location}` }).end()
    })
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const body = (await request.toArray().catch(() => [])) as Buffer[] // without an encoding
  return [request.url, ...request.rawHeaders, Buffer.concat(body).toString()].join('\n')
}
