// File systems in memory that are small enough to be filled, and what fills them.
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export type SmallDisk = {
  folder: string
  /** Until nothing more can be written; what is freed meanwhile is taken, too. */
  fill: () => void
  free: () => void
}

const CHUNK = Buffer.alloc(64 * 1_024)
const AGAIN_MS = 50

/** The mount ends with the namespace of this process. */
export function mountSmallDisk(folder: string, mebibytes: number): SmallDisk {
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `mode=1777,size=${mebibytes}m`, 'tmpfs', folder])
  const file = join(folder, 'filler')
  let timer: NodeJS.Timeout | undefined
  const take = () => {
    const open = openSync(file, 'a')
    try {
      for (;;) writeSync(open, CHUNK)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error // of node:fs
    } finally {
      closeSync(open)
    }
  }
  return {
    folder,
    fill() {
      take()
      timer = setInterval(take, AGAIN_MS)
    },
    free() {
      clearInterval(timer)
      rmSync(file, { force: true })
    },
  }
}
