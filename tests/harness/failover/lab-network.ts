// Three database machines and one for everything else, each a network namespace on one bridge, with the addresses of
// deploy/high-availability.
import { execFileSync } from 'node:child_process'

export const NODES = [1, 2, 3] as const
export type NodeNumber = (typeof NODES)[number]

/** Of HAProxy and of both processes of the service. */
const HUB_ADDRESSES = ['10.0.0.10', '10.0.0.11', '10.0.0.12'] as const

export const addressOf = (node: NodeNumber): string => `10.0.0.2${node}`
export const isNode = (number: number): number is NodeNumber => NODES.some((one) => one === number)

/** Where Debian keeps administrators' programs, which is not on the PATH of other users. */
export const ADMIN_PATH = `${process.env['PATH']}:/usr/sbin:/sbin`
const env = { ...process.env, PATH: ADMIN_PATH }

export type LabNetwork = {
  mark: string
  /** What to put in front of a program so that it runs there. */
  inside: (place: 'hub' | NodeNumber) => string[]
  /** Drops every packet of the machine. */
  partition: (node: NodeNumber) => void
  /** Drops every packet between the machine and the other database machines; HAProxy still reaches it. */
  isolate: (node: NodeNumber) => void
  heal: (node: NodeNumber) => void
  remove: () => void
}

/** Makes the namespaces, which needs root. */
export function openLabNetwork(): LabNetwork {
  if (process.platform !== 'linux') throw new Error('this proof needs Linux: network namespaces')
  if (process.getuid?.() !== 0) throw new Error('this proof needs root, to make network namespaces')
  const network = namedLabNetwork(`failover-${process.pid}`)
  const { hub, node: nameOf } = names(network.mark)
  try {
    ip('netns', 'add', hub)
    ip('-n', hub, 'link', 'set', 'lo', 'up')
    ip('-n', hub, 'link', 'add', 'br0', 'type', 'bridge')
    for (const address of HUB_ADDRESSES) {
      ip('-n', hub, 'addr', 'add', `${address}/24`, 'dev', 'br0')
    }
    ip('-n', hub, 'link', 'set', 'br0', 'up')
    for (const node of NODES) connectNode(hub, nameOf(node), node)
    return network
  } catch (error) {
    network.remove()
    throw error
  }
}

function connectNode(hub: string, name: string, node: NodeNumber): void {
  ip('netns', 'add', name)
  ip('-n', name, 'link', 'set', 'lo', 'up')
  const peer = ['peer', 'name', 'eth0', 'netns', name]
  ip('-n', hub, 'link', 'add', `db${node}`, 'type', 'veth', ...peer)
  ip('-n', hub, 'link', 'set', `db${node}`, 'master', 'br0', 'up')
  ip('-n', name, 'addr', 'add', `${addressOf(node)}/24`, 'dev', 'eth0')
  ip('-n', name, 'link', 'set', 'eth0', 'up')
}

/** One that another process made. */
export function namedLabNetwork(mark: string): LabNetwork {
  const { hub, node: nameOf } = names(mark)
  const inside = (place: 'hub' | NodeNumber) => [
    'ip',
    'netns',
    'exec',
    place === 'hub' ? hub : nameOf(place),
  ]
  const setRules = (node: NodeNumber, rules: string): void => {
    const [program = '', ...args] = inside(node)
    execFileSync(program, [...args, 'nft', '-f', '-'], { env, input: `flush ruleset\n${rules}` })
  }
  return {
    mark,
    inside,
    partition: (node) => setRules(node, dropRules('iif "eth0" drop', 'oif "eth0" drop')),
    isolate(node) {
      const peers = NODES.filter((one) => one !== node).map(addressOf)
      const set = `{ ${peers.join(', ')} }`
      setRules(node, dropRules(`ip saddr ${set} drop`, `ip daddr ${set} drop`))
    },
    heal: (node) => setRules(node, ''),
    remove() {
      for (const name of [...NODES.map(nameOf), hub]) {
        try {
          ip('netns', 'delete', name)
        } catch {
          // It was never made.
        }
      }
    },
  }
}

const names = (mark: string) => ({
  hub: `${mark}-hub`,
  node: (node: NodeNumber) => `${mark}-${node}`,
})

function dropRules(inward: string, outward: string): string {
  return `table inet cut {
    chain in { type filter hook input priority 0; ${inward}; }
    chain out { type filter hook output priority 0; ${outward}; }
  }`
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
}
