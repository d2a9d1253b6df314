// How much of the machine the run really had: on a shared host a virtual machine gets less than its cores.
import { readFileSync } from 'node:fs'

export type CpuTimes = { total: number; stolen: number }

/** Empty where the system has no such file; then nothing counts as stolen. */
export function readCpuTimes(file = '/proc/stat'): CpuTimes {
  try {
    return parseCpuTimes(readFileSync(file, 'utf8'))
  } catch {
    return { total: 0, stolen: 0 }
  }
}

/** The first line: user, nice, system, idle, iowait, irq, softirq, steal; guest times are part of the first two. */
export function parseCpuTimes(text: string): CpuTimes {
  const [line = ''] = text.split('\n')
  const times = line.split(/\s+/).slice(1, 9).map(Number)
  return { total: times.reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 }
}

/** The part of the time between two readings that the host gave to others, from 0 to 1. */
export function stolenShare(before: CpuTimes, after: CpuTimes): number {
  const total = after.total - before.total
  return total > 0 ? (after.stolen - before.stolen) / total : 0
}
