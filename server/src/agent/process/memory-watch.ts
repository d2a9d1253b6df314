// Watches the total memory of a process: Node.js limits its objects, not its buffers.
import { readFile, writeFile } from 'node:fs/promises'

const LOOK_MS = 250
const PAGE_BYTES = 4_096

export type MemoryWatch = {
  /** Without memory shared with other processes, such as the Node.js binary. */
  ownMb: () => number
  stop: () => void
}

/** Where the system does not report it (other than Linux), only the limit of Node.js applies. */
export function watchMemory(
  pid: number | undefined,
  maxMb: number,
  onTooMuch: () => void,
): MemoryWatch {
  if (pid === undefined) return { ownMb: () => 0, stop: () => undefined }
  // If memory still runs out, the kernel ends this process and not the host.
  void writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => undefined)
  let ownMb = 0
  const look = async () => {
    const { residentMb, sharedMb } = await readMemory(pid)
    ownMb = residentMb - sharedMb
    if (residentMb > maxMb) onTooMuch()
  }
  const timer = setInterval(() => void look(), LOOK_MS).unref()
  return { ownMb: () => ownMb, stop: () => clearInterval(timer) }
}

async function readMemory(pid: number): Promise<{ residentMb: number; sharedMb: number }> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  const [, resident = 0, shared = 0] = text.split(' ').map(Number)
  return { residentMb: toMb(resident), sharedMb: toMb(shared) }
}

const toMb = (pages: number): number => (pages * PAGE_BYTES) / 2 ** 20
