// A DNS server with responses chosen by a test, different for every query if needed.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export type DnsAnswer =
  | { addresses: readonly string[]; aliases?: readonly string[]; ttlSeconds?: number }
  /** `nothing` is an empty answer, `silence` none at all. */
  | 'unknown'
  | 'nothing'
  | 'failure'
  | 'silence'

/** `count` is how often this name and type were queried before. */
export type DnsRule = (name: string, type: 'A' | 'AAAA', count: number) => DnsAnswer

export type DnsServer = {
  /** In the format of a resolver: `address:port`. */
  address: string
  countOf(name: string, type: 'A' | 'AAAA'): number
  close(): Promise<void>
}

const codes = { unknown: 3, nothing: 0, failure: 2 } as const
const types = { 1: 'A', 28: 'AAAA' } as const

export async function startDnsServer(
  rule: DnsRule,
  { host = '127.0.0.1', port = 0 } = {},
): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const counts = new Map<string, number>()
  socket.on('message', (message, peer) => {
    const { name, type, end } = readQuestion(message)
    if (type !== 'A' && type !== 'AAAA') return
    const key = `${type} ${name}`
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    const answer = rule(name, type, count)
    if (answer === 'silence') return
    socket.send(encode(message.subarray(0, end), name, type, answer), peer.port, peer.address)
  })
  socket.bind(port, host)
  await once(socket, 'listening')
  return {
    address: `${host}:${socket.address().port}`,
    countOf: (name, type) => counts.get(`${type} ${name}`) ?? 0,
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function readQuestion(message: Buffer): { name: string; type: string | undefined; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const code = message.readUInt16BE(at + 1)
  const type = code === 1 || code === 28 ? types[code] : undefined
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 }
}

function encode(question: Buffer, name: string, type: 'A' | 'AAAA', answer: DnsAnswer): Buffer {
  const header = Buffer.from(question.subarray(0, 12))
  const records = typeof answer === 'string' ? [] : recordsOf(name, type, answer)
  // An answer, recursion available.
  header.writeUInt16BE(
    0x8180 | (typeof answer === 'string' && answer !== 'silence' ? codes[answer] : 0),
    2,
  )
  header.writeUInt16BE(records.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, question.subarray(12), ...records])
}

function recordsOf(name: string, type: 'A' | 'AAAA', answer: Exclude<DnsAnswer, string>): Buffer[] {
  const { addresses, aliases = [], ttlSeconds = 0 } = answer
  const owners = [name, ...aliases]
  const chain = aliases.map((alias, index) =>
    record(owners[index] ?? name, 5, ttlSeconds, encodeName(alias)),
  )
  const last = owners.at(-1) ?? name
  const data = addresses.map((address) =>
    record(last, type === 'A' ? 1 : 28, ttlSeconds, Buffer.from(bytesOf(address))),
  )
  return [...chain, ...data]
}

function record(owner: string, type: number, ttlSeconds: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt32BE(ttlSeconds, 4)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([encodeName(owner), fixed, data])
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(label, 'latin1'))
  const parts = labels.flatMap((label) => [Buffer.from([label.length]), label])
  return Buffer.concat([...parts, Buffer.from([0])])
}

/** The bytes of an IPv4 or IPv6 address. */
export function bytesOf(address: string): number[] {
  if (!address.includes(':')) return address.split('.').map(Number)
  // The URL parser writes every IPv6 address in groups, also those that end in an IPv4 address.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [left = '', right] = groups.split('::')
  const head = left === '' ? [] : left.split(':')
  const tail = right ? right.split(':') : []
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}
