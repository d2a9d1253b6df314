// Every packet to a port of this machine, put together as HTTP requests with the time of their first packet.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryRoot } from '../../tests/harness/temporary-root.ts'

export type CapturedRequest = {
  /** In milliseconds since 1970. */
  at: number
  method: string
  path: string
  /** Head and body. */
  text: string
}

export type Captured = { packets: number; requests: CapturedRequest[] }

export type Capture = { end: () => Promise<Captured> }

export async function startCapture(port: number): Promise<Capture> {
  const file = join(temporaryRoot(), `approval-${randomUUID()}.pcap`)
  // Every packet as it comes, whole, with room for bursts.
  const options = ['-i', 'lo', '-s', '0', '-B', '65536', '-U', '-w', file]
  const filter = `tcp and dst port ${port}`
  const child = spawn('tcpdump', [...options, filter], { stdio: ['ignore', 'ignore', 'pipe'] })
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
      try {
        if (dropped !== '0') throw new Error(`${dropped} packets were not captured`)
        return readCapture(readFileSync(file))
      } finally {
        rmSync(file, { force: true })
      }
    },
  }
}

type Packet = { from: string; at: number; sequence: number; payload: Buffer }

const HEADER = 24
const PACKET_HEADER = 16

/** A file in the format of libpcap, with Ethernet frames, as the loopback device has them. */
function readCapture(file: Buffer): Captured {
  const packets: Packet[] = []
  let count = 0
  for (let at = HEADER; at + PACKET_HEADER <= file.length; ) {
    const length = file.readUInt32LE(at + 8)
    const time = file.readUInt32LE(at) * 1_000 + file.readUInt32LE(at + 4) / 1_000
    const packet = readPacket(file.subarray(at + PACKET_HEADER).subarray(0, length), time)
    count++
    if (packet.payload.length > 0) packets.push(packet)
    at += PACKET_HEADER + length
  }
  const requests = [...Map.groupBy(packets, ({ from }) => from).values()].flatMap(readRequests)
  return { packets: count, requests: requests.toSorted((a, b) => a.at - b.at) }
}

function readPacket(frame: Buffer, at: number): Packet {
  const ip = frame.subarray(14)
  const tcp = ip.subarray(((ip[0] ?? 0) & 0x0f) * 4, ip.readUInt16BE(2))
  const payload = tcp.subarray(((tcp[12] ?? 0) >> 4) * 4)
  return { from: String(tcp.readUInt16BE(0)), at, sequence: tcp.readUInt32BE(4), payload }
}

const REQUEST_LINE = /(GET|HEAD|POST|PUT|PATCH|DELETE) (\/\S*) HTTP\/1\.1\r\n/g

/** A request line inside of a body would be counted as well: rather one too many. */
function readRequests(packets: readonly Packet[]): CapturedRequest[] {
  const first = packets[0]?.sequence ?? 0
  const placed = packets
    .map((packet) => ({ ...packet, place: (packet.sequence - first) | 0 }))
    .toSorted((a, b) => a.place - b.place)
  const parts: { start: number; at: number }[] = []
  let text = ''
  let end = placed[0]?.place ?? 0
  for (const { place, payload, at } of placed) {
    // What was sent again is taken once.
    const fresh = payload.subarray(Math.max(0, end - place))
    if (fresh.length === 0) continue
    parts.push({ start: text.length, at })
    text += fresh.toString('latin1')
    end = Math.max(end, place + payload.length)
  }
  const found = [...text.matchAll(REQUEST_LINE)]
  return found.map((match, index) => ({
    at: parts.findLast(({ start }) => start <= match.index)?.at ?? 0,
    method: match[1] ?? '',
    path: match[2] ?? '',
    text: text.slice(match.index, found[index + 1]?.index),
  }))
}
