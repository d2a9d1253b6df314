// The resident memory of another process over time, from the kernel's books.
import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 200

export type MemoryWatch = { peakMiB(): number; stop(): void }

export function watchMemory(pid: number): MemoryWatch {
  let peakKiB = 0
  const look = () => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    peakKiB = Math.max(peakKiB, Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0))
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    peakMiB: () => Math.round(peakKiB / 1024),
    stop: () => clearInterval(timer),
  }
}
