// Every packet on a network device while something happens, read back from what tcpdump has written.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryRoot } from '../temporary-root.ts'
import { type Packets, readPackets } from './read-packets.ts'

export type PacketCapture = { end: () => Promise<Packets> }

export type CaptureOptions = {
  device: string
  /** In the language of tcpdump; everything without. */
  filter?: string
  /** A command that runs another one in the network of the device. */
  inside?: readonly string[]
}

export async function startCapture(options: CaptureOptions): Promise<PacketCapture> {
  const { device, filter, inside = [] } = options
  const file = join(temporaryRoot(), `capture-${randomUUID()}.pcap`)
  // Every packet as it comes, whole, with room for bursts.
  const flags = ['-i', device, '-s', '0', '-B', '65536', '-U', '-w', file]
  const [first = '', ...rest] = [...inside, 'tcpdump', ...flags, ...(filter ? [filter] : [])]
  const child = spawn(first, rest, { stdio: ['ignore', 'ignore', 'pipe'] })
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
        return readPackets(readFileSync(file))
      } finally {
        rmSync(file, { force: true })
      }
    },
  }
}
