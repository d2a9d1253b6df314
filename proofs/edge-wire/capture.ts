// Everything that goes over a line, put together as the two ends read it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Networks } from '../../tests/harness/edge-world/networks.ts'

export type Capture = {
  /** Ends it; the contents of every conversation in each direction, by its ends. */
  end: () => Promise<Map<string, Buffer>>
}

/** `device`: in the network of the service. */
export async function startCapture(
  networks: Networks,
  device: string,
  file: string,
): Promise<Capture> {
  const [first = '', ...rest] = networks.inside('cloud')
  // Every packet as it comes, whole, with room for bursts.
  const options = ['-i', device, '-s', '0', '-B', '65536', '-U', '-w', file]
  const child = spawn(first, [...rest, 'tcpdump', ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  while (!said.includes('listening on')) {
    if (child.exitCode !== null) throw new Error(`tcpdump: ${said}`)
    await sleep(20)
  }
  return {
    async end() {
      await sleep(500)
      const gone = once(child, 'exit')
      child.kill('SIGINT')
      await gone
      const dropped = /(\d+) packets dropped by kernel/.exec(said)?.[1]
      if (dropped !== '0') throw new Error(`${dropped} packets were not captured`)
      return readConversations(readFileSync(file))
    },
  }
}

type Packet = { from: string; sequence: number; payload: Buffer }

/** Of a file in the format of libpcap, with Ethernet frames. */
export function readConversations(file: Buffer): Map<string, Buffer> {
  const packets = new Map<string, Packet[]>()
  for (let at = 24; at + 16 <= file.length; ) {
    const length = file.readUInt32LE(at + 8)
    const packet = readPacket(file.subarray(at + 16, at + 16 + length))
    if (packet) packets.set(packet.from, [...(packets.get(packet.from) ?? []), packet])
    at += 16 + length
  }
  return new Map([...packets].map(([from, parts]) => [from, joinParts(parts)]))
}

/** What is not TCP is kept as it is: nothing may leave in another way either. */
function readPacket(frame: Buffer): Packet | undefined {
  const isIpv4 = frame.readUInt16BE(12) === 0x0800
  if (!isIpv4 || frame[23] !== 6)
    return { from: 'other than TCP', sequence: 0, payload: Buffer.from(frame.subarray(14)) }
  const ip = frame.subarray(14)
  const tcp = ip.subarray(((ip[0] ?? 0) & 0x0f) * 4, ip.readUInt16BE(2))
  const payload = tcp.subarray(((tcp[12] ?? 0) >> 4) * 4)
  if (payload.length === 0) return undefined
  const [source, target] = [ip.subarray(12, 16).join('.'), ip.subarray(16, 20).join('.')]
  const from = `${source}:${tcp.readUInt16BE(0)} > ${target}:${tcp.readUInt16BE(2)}`
  return { from, sequence: tcp.readUInt32BE(4), payload }
}

/** In the order of their numbers; what was sent again is taken once. */
function joinParts(parts: Packet[]): Buffer {
  const [first] = parts
  if (!first || first.from === 'other than TCP')
    return Buffer.concat(parts.map(({ payload }) => payload))
  const placed = parts
    .map(({ sequence, payload }) => ({ at: (sequence - first.sequence) | 0, payload }))
    .toSorted((a, b) => a.at - b.at)
  const joined: Buffer[] = []
  let end = placed[0]?.at ?? 0
  for (const { at, payload } of placed) {
    const fresh = payload.subarray(Math.max(0, end - at))
    if (fresh.length === 0) continue
    joined.push(fresh)
    end = Math.max(end, at + payload.length)
  }
  return Buffer.concat(joined)
}
