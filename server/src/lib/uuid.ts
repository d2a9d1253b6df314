// UUIDv7 (RFC 9562 §5.7), strictly ascending within a process, so that IDs sort in the order of their creation.
import { randomFillSync } from 'node:crypto'
import { clockMs } from './time/clock.ts'

/** Drawn in advance for many IDs: eight random bytes cost as much as thousands. */
const drawn = Buffer.alloc(4_096)
const RANDOM_BYTES = 8
let used = drawn.length

function drawRandom(): Buffer {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += RANDOM_BYTES
  return drawn.subarray(used - RANDOM_BYTES, used)
}

let lastMs = 0
let sequence = 0

/** The sequence fills `rand_a`; on the 4,097th ID of a millisecond the time of the IDs advances by one. */
export function uuidv7(nowMs = clockMs()): string {
  if (nowMs > lastMs) {
    lastMs = nowMs
    sequence = 0
  } else if (++sequence > 0xfff) {
    lastMs++
    sequence = 0
  }
  const random = drawRandom()
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80
  const time = lastMs.toString(16).padStart(12, '0')
  const tail = random.toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`
}

export function timeOfUuid(uuid: string): Date {
  return new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16))
}

/** The smallest UUIDv7 of a moment: `id >= firstUuidAt(t)` is `created_at >= t` served by the primary key. */
export function firstUuidAt(time: Date): string {
  const ms = Math.max(0, time.getTime())
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

export function uuidToBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

export function bytesToUuid(bytes: Uint8Array): string {
  return hexToUuid(Buffer.from(bytes).toString('hex'))
}

export function hexToUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
