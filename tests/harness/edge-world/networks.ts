// Three networks as a customer has them: the service somewhere, the connector in the middle, the database behind it. From
// the service no packet finds a way to the database.
import { execFileSync } from 'node:child_process'

export type Place = 'cloud' | 'edge' | 'database'

export type Networks = {
  names: Record<Place, string>
  addresses: Record<keyof typeof ADDRESSES, string>
  /** What to put in front of a program so that it runs there. */
  inside: (place: Place) => string[]
  remove: () => void
}

/** Of each end of the two lines: cloud — edge — database. */
export const ADDRESSES = {
  cloud: '10.77.1.1',
  edge: '10.77.1.2',
  edgeToDatabase: '10.77.2.1',
  database: '10.77.2.2',
} as const

/** Where Debian keeps administrators' programs, which is not on the PATH of other users. */
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` }

export function openNetworks(): Networks {
  if (process.platform !== 'linux') throw new Error('this proof needs Linux: network namespaces')
  if (process.getuid?.() !== 0) throw new Error('this proof needs root, to make network namespaces')
  const mark = `edge-${process.pid}`
  const names = { cloud: `${mark}-c`, edge: `${mark}-e`, database: `${mark}-d` }
  const networks = namedNetworks(names)
  try {
    for (const name of Object.values(names)) {
      ip('netns', 'add', name)
      ip('-n', name, 'link', 'set', 'lo', 'up')
    }
    join(names.cloud, ADDRESSES.cloud, names.edge, ADDRESSES.edge)
    join(names.edge, ADDRESSES.edgeToDatabase, names.database, ADDRESSES.database)
    return networks
  } catch (error) {
    networks.remove()
    throw error
  }
}

/** None: everything on this machine's own loopback. */
export const loopback: Networks = {
  names: { cloud: '', edge: '', database: '' },
  addresses: {
    cloud: '127.0.0.1',
    edge: '127.0.0.1',
    edgeToDatabase: '127.0.0.1',
    database: '127.0.0.1',
  },
  inside: () => [],
  remove: () => undefined,
}

/** Those that another process made. */
export function namedNetworks(names: Networks['names']): Networks {
  return {
    names,
    addresses: ADDRESSES,
    inside: (place) => ['ip', 'netns', 'exec', names[place]],
    remove() {
      for (const name of Object.values(names)) {
        try {
          ip('netns', 'delete', name)
        } catch {
          // It was never made.
        }
      }
    },
  }
}

/** Names of the ends: `far` is what the other one is called. */
function join(one: string, oneAddress: string, other: string, otherAddress: string): void {
  const ends = [
    { name: one, address: oneAddress, device: deviceTo(other) },
    { name: other, address: otherAddress, device: deviceTo(one) },
  ] as const
  const [a, b] = ends
  ip(
    'link',
    'add',
    a.device,
    'netns',
    one,
    'type',
    'veth',
    'peer',
    'name',
    b.device,
    'netns',
    other,
  )
  for (const { name, address, device } of ends) {
    ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', device)
    ip('-n', name, 'link', 'set', device, 'up')
  }
}

/** By its last letter: a device has at most 15. */
const deviceTo = (name: string): string => `to-${name.at(-1)}`

/** Of the connector's line to the service. */
export const LINE = deviceTo('edge-c')

/** By the network of the connector: the only port of the service that it can reach. */
const onlyPort = new Map<string, number>()

/** From now on nothing but this port of the service can be reached by the connector. */
export function allowOnly(networks: Networks, port: number): void {
  onlyPort.set(networks.names.edge, port)
  writeRules(networks, false)
}

/** Every packet between connector and service is dropped, until it is called again with false. */
export function cutLine(networks: Networks, isCut: boolean): void {
  writeRules(networks, isCut)
}

function writeRules(networks: Networks, isCut: boolean): void {
  const port = onlyPort.get(networks.names.edge)
  const out = isCut
    ? `oifname "${LINE}" drop`
    : port === undefined
      ? 'accept'
      : `oifname "${LINE}" tcp dport != ${port} reject`
  const inward = isCut ? `iifname "${LINE}" drop` : 'accept'
  // In one go: between two there would be a moment without rules.
  const rules = `flush ruleset
    table inet line {
      chain in { type filter hook input priority 0; ${inward}; }
      chain out { type filter hook output priority 0; ${out}; }
    }`
  const [program = '', ...args] = networks.inside('edge')
  execFileSync(program, [...args, 'nft', '-f', '-'], { env, input: rules })
}

const ip = (...args: string[]): string => call(['ip', ...args])

function call([program = '', ...args]: string[]): string {
  return execFileSync(program, args, { env, encoding: 'utf8' })
}
