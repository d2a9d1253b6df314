// Repeats measurements during which the hypervisor gave the CPU to other machines: they say nothing about the service.
import { readFileSync } from 'node:fs'

/** Of all CPU time. A busy virtual machine always loses a little. */
const MAX_STOLEN = 0.05
const MAX_ATTEMPTS = 4

export type CpuTimes = { total: number; stolen: number }

export type UndisturbedOptions<T> = {
  log: (line: string) => void
  /** False keeps a disturbed result, for instance one that is within all limits nevertheless; by default none is kept. */
  mustRepeat?: (result: T) => boolean
  /** Only tests pass another. */
  readTimes?: () => CpuTimes
}

/** The result of the first attempt that was not disturbed, or of the last one. */
export async function measureUndisturbed<T>(
  measure: () => Promise<T>,
  { log, mustRepeat = () => true, readTimes = readCpuTimes }: UndisturbedOptions<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const before = readTimes()
    const result = await measure()
    const stolen = stolenShare(before, readTimes())
    if (stolen <= MAX_STOLEN || !mustRepeat(result)) return result
    const percent = `${Math.round(stolen * 100)} %`
    if (attempt === MAX_ATTEMPTS) {
      log(
        `disturbed: other machines of the host took ${percent} of the CPU time in attempt ${attempt}`,
      )
      return result
    }
    log(`repeated: other machines of the host took ${percent} of the CPU time`)
  }
}

function stolenShare(before: CpuTimes, after: CpuTimes): number {
  const total = after.total - before.total
  return total > 0 ? (after.stolen - before.stolen) / total : 0
}

/** The columns user to steal of /proc/stat; the two after them are contained in user and nice. */
export function parseCpuTimes(stat: string): CpuTimes {
  const [, ...columns] = (stat.split('\n')[0] ?? '').trim().split(/\s+/)
  const times = columns.slice(0, 8).map(Number)
  return { total: times.reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 }
}

/** Zero where the system does not count it. */
function readCpuTimes(): CpuTimes {
  try {
    return parseCpuTimes(readFileSync('/proc/stat', 'utf8'))
  } catch {
    return { total: 0, stolen: 0 }
  }
}
