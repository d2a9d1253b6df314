// A separate network for the proof: no egress, every address is on its loopback, and counters that see each packet before
// it leaves.
import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { forbiddenBehindNat64, forbiddenIpv4, forbiddenIpv6, isatap } from './forbidden.ts'

export type Namespace = {
  /** Runs a program inside and gives what it printed. */
  run: (program: string, args: readonly string[]) => Promise<string>
  /** Packets sent to forbidden addresses, and to all others. */
  countPackets: () => { forbidden: number; other: number }
  remove: () => void
}

const PACKAGES = { ip: 'iproute2', nft: 'nftables' } as const
/** Where Debian keeps administrators' programs, which is not on the PATH of other users. */
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` }

/** Throws and says what is missing where the proof cannot run. */
export function openNamespace(): Namespace {
  if (process.platform !== 'linux') throw new Error('this proof needs Linux: network namespaces')
  if (process.getuid?.() !== 0)
    throw new Error('this proof needs root, to make a network namespace')
  installMissing()
  const name = `ssrf-${process.pid}`
  const inside = ['netns', 'exec', name]
  const remove = () => call('ip', ['netns', 'delete', name])
  call('ip', ['netns', 'add', name])
  try {
    for (const line of setUp) call('ip', ['-n', name, ...line.split(' ')])
    call('ip', [...inside, 'nft', '-f', '-'], rules())
  } catch (error) {
    remove()
    throw error
  }
  return {
    async run(program, args) {
      const options = { env, maxBuffer: 64 * 1024 * 1024 }
      const { stdout } = await promisify(execFile)('ip', [...inside, program, ...args], options)
      return stdout
    },
    countPackets() {
      const listed = JSON.parse(call('ip', [...inside, 'nft', '-j', 'list', 'counters'])) as {
        nftables: { counter?: { name: string; packets: number } }[]
      }
      const packetsOf = (wanted: string) =>
        listed.nftables.find(({ counter }) => counter?.name === wanted)?.counter?.packets ??
        Number.NaN
      return { forbidden: packetsOf('forbidden'), other: packetsOf('other') }
    },
    remove,
  }
}

// The sources are public addresses, or the answers to a legal request would count as packets to the loopback.
const setUp = [
  'link set lo up',
  '-4 addr add 93.184.215.1/32 dev lo',
  '-6 addr add 2606:2800::1/128 dev lo',
  '-4 route add local 0.0.0.0/0 dev lo src 93.184.215.1',
  '-6 route add local ::/0 dev lo src 2606:2800::1',
]

/** A packet is counted once: what the first rules have seen goes no further. */
function rules(): string {
  const ipv6 = [...forbiddenIpv6, ...forbiddenBehindNat64]
  return [
    'table inet proof {',
    '  counter forbidden { }',
    '  counter other { }',
    '  chain out {',
    '    type filter hook output priority 0; policy accept;',
    ...forbiddenIpv4.map((range) => `    ip daddr ${range} counter name forbidden accept`),
    ...ipv6.map((range) => `    ip6 daddr ${range} counter name forbidden accept`),
    `    ip6 daddr & ${isatap.mask} == ${isatap.value} counter name forbidden accept`,
    '    counter name other',
    '  }',
    '}',
  ].join('\n')
}

function installMissing(): void {
  const missing = Object.entries(PACKAGES).filter(([program]) => !isInstalled(program))
  if (missing.length === 0) return
  const packages = missing.map(([, name]) => name)
  try {
    call('apt-get', ['update'])
    call('apt-get', ['install', '--yes', '--no-install-recommends', ...packages])
  } catch (error) {
    const names = missing.map(([program]) => program).join(' and ')
    throw new Error(`${names} missing; install ${packages.join(' and ')}`, { cause: error })
  }
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { env, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function call(program: string, args: readonly string[], input = ''): string {
  return execFileSync(program, args, { env, input, encoding: 'utf8' })
}
