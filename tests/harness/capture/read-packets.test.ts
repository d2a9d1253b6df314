import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPackets } from './read-packets.ts'

type Sent = { port: number; sequence: number; text: string; seconds?: number; protocol?: number }

/** An Ethernet frame with IPv4 and TCP, without options. */
function frameOf({ port, sequence, text, protocol = 6 }: Sent): Buffer {
  const payload = Buffer.from(text)
  const frame = Buffer.alloc(14 + 20 + 20)
  frame.writeUInt16BE(0x0800, 12)
  frame[14] = 0x45
  frame.writeUInt16BE(20 + 20 + payload.length, 16)
  frame[23] = protocol
  frame.set([127, 0, 0, 1, 127, 0, 0, 2], 26)
  frame.writeUInt16BE(port, 34)
  frame.writeUInt16BE(80, 36)
  frame.writeUInt32BE(sequence, 38)
  frame[46] = 0x50
  return Buffer.concat([frame, payload])
}

function fileOf(packets: readonly Sent[]): Buffer {
  const parts = packets.flatMap((sent) => {
    const frame = frameOf(sent)
    const header = Buffer.alloc(16)
    header.writeUInt32LE(sent.seconds ?? 0, 0)
    header.writeUInt32LE(frame.length, 8)
    return [header, frame]
  })
  return Buffer.concat([Buffer.alloc(24), ...parts])
}

const textsOf = (packets: readonly Sent[]) =>
  [...readPackets(fileOf(packets)).conversations].map(([from, pieces]) => [
    from,
    Buffer.concat(pieces.map(({ bytes }) => bytes)).toString(),
  ])

describe('captured packets', () => {
  it('are joined by conversation, in the order of their numbers', () => {
    const packets = [
      { port: 1_000, sequence: 100, text: 'one ' },
      { port: 2_000, sequence: 7, text: 'other' },
      { port: 1_000, sequence: 108, text: 'three' },
      { port: 1_000, sequence: 104, text: 'two ' },
    ]
    assert.deepEqual(textsOf(packets), [
      ['127.0.0.1:1000 > 127.0.0.2:80', 'one two three'],
      ['127.0.0.1:2000 > 127.0.0.2:80', 'other'],
    ])
  })

  it('are taken once if they were sent again, also in other parts', () => {
    const packets = [
      { port: 1, sequence: 0, text: 'abcd' },
      { port: 1, sequence: 0, text: 'abcd' },
      { port: 1, sequence: 2, text: 'cdef' },
    ]
    assert.deepEqual(textsOf(packets), [['127.0.0.1:1 > 127.0.0.2:80', 'abcdef']])
  })

  it('are in order when their numbers begin again', () => {
    const packets = [
      { port: 1, sequence: 2 ** 32 - 2, text: 'ab' },
      { port: 1, sequence: 0, text: 'cd' },
    ]
    assert.deepEqual(textsOf(packets), [['127.0.0.1:1 > 127.0.0.2:80', 'abcd']])
  })

  it('are counted without content, and have the time at which they were sent', () => {
    const packets = [
      { port: 1, sequence: 0, text: '' },
      { port: 1, sequence: 0, text: 'late', seconds: 5 },
    ]
    const { count, conversations } = readPackets(fileOf(packets))
    assert.equal(count, 2)
    assert.deepEqual(
      [...conversations.values()].flat().map(({ at }) => at),
      [5_000],
    )
  })

  it('of other protocols are kept whole', () => {
    const [[from, text = ''] = []] = textsOf([
      { port: 1, sequence: 0, text: 'datagram', protocol: 17 },
    ])
    assert.equal(from, 'other than TCP')
    assert.ok(text.endsWith('datagram'))
  })
})
