// Keeps an eye on all the memory of a process: Node.js limits its objects, not its buffers.
import { readFile, writeFile } from 'node:fs/promises'

const LOOK_MS = 250
const PAGE_BYTES = 4_096

/** Where the system does not tell (it is not Linux), only the limit of Node.js holds. */
export function watchMemory(
  pid: number | undefined,
  maxMb: number,
  onTooMuch: () => void,
): () => void {
  if (pid === undefined) return () => undefined
  // Should memory get short all the same, the system ends this process and not ours.
  void writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => undefined)
  const look = async () => {
    const pages = await readPages(pid)
    if (pages * PAGE_BYTES > maxMb * 2 ** 20) onTooMuch()
  }
  const timer = setInterval(() => void look(), LOOK_MS).unref()
  return () => clearInterval(timer)
}

async function readPages(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(text.split(' ')[1] ?? 0)
}
