// Captured packets put together as the two ends of each conversation read them.

/** A part of what one end sent, in its order. */
export type Piece = { /** In milliseconds since 1970. */ at: number; bytes: Buffer }

export type Packets = {
  /** Also those without content. */
  count: number
  /** By the ends of the conversation: each direction is its own. */
  conversations: ReadonlyMap<string, readonly Piece[]>
}

type Packet = { from: string; at: number; sequence: number; payload: Buffer }

const FILE_HEADER = 24
const PACKET_HEADER = 16
const ETHERNET_HEADER = 14

/** What is not TCP is kept as it is: nothing may leave in another way either. */
const OTHER = 'other than TCP'

/** Of a file in the format of libpcap, with Ethernet frames, as the loopback device has them, too. */
export function readPackets(file: Buffer): Packets {
  const packets: Packet[] = []
  let count = 0
  for (let at = FILE_HEADER; at + PACKET_HEADER <= file.length; ) {
    const length = file.readUInt32LE(at + 8)
    const time = file.readUInt32LE(at) * 1_000 + file.readUInt32LE(at + 4) / 1_000
    const packet = readPacket(file.subarray(at + PACKET_HEADER).subarray(0, length), time)
    count++
    if (packet.payload.length > 0) packets.push(packet)
    at += PACKET_HEADER + length
  }
  const byEnds = Map.groupBy(packets, ({ from }) => from)
  return {
    count,
    conversations: new Map([...byEnds].map(([from, some]) => [from, joinPackets(from, some)])),
  }
}

function readPacket(frame: Buffer, at: number): Packet {
  const ip = frame.subarray(ETHERNET_HEADER)
  const isIpv4 = frame.readUInt16BE(12) === 0x0800
  if (!isIpv4 || ip[9] !== 6) return { from: OTHER, at, sequence: 0, payload: Buffer.from(ip) }
  const tcp = ip.subarray(((ip[0] ?? 0) & 0x0f) * 4, ip.readUInt16BE(2))
  const payload = tcp.subarray(((tcp[12] ?? 0) >> 4) * 4)
  const [source, target] = [ip.subarray(12, 16).join('.'), ip.subarray(16, 20).join('.')]
  const from = `${source}:${tcp.readUInt16BE(0)} > ${target}:${tcp.readUInt16BE(2)}`
  return { from, at, sequence: tcp.readUInt32BE(4), payload }
}

/** In the order of their numbers; what was sent again is taken once. */
function joinPackets(from: string, packets: readonly Packet[]): Piece[] {
  if (from === OTHER) return packets.map(({ at, payload }) => ({ at, bytes: payload }))
  const first = packets[0]?.sequence ?? 0
  const placed = packets
    // Numbers begin again at 0 after 2^32.
    .map((packet) => ({ ...packet, place: (packet.sequence - first) | 0 }))
    .toSorted((a, b) => a.place - b.place)
  const pieces: Piece[] = []
  let end = placed[0]?.place ?? 0
  for (const { place, payload, at } of placed) {
    const fresh = payload.subarray(Math.max(0, end - place))
    if (fresh.length === 0) continue
    pieces.push({ at, bytes: fresh })
    end = Math.max(end, place + payload.length)
  }
  return pieces
}
