// How fast the machine was during a run. On a shared host a virtual machine may get half of its speed for minutes, and a
// time budget would judge the neighbors instead of the change.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** CPU time of `work` on two busy cores when the host has nothing else to do. */
const REFERENCE_MS = 14
const SAMPLE_EVERY_MS = 10_000
/** Beyond this something else is wrong. */
const MOST_SLOWDOWN = 3

export type CpuTimes = { total: number; stolen: number }

export type MachineWatch = {
  /** Minutes the run would have taken on the reference machine, and how that follows. */
  referenceMinutes(seconds: number): { minutes: number; explanation: string }
}

export function watchMachine(): MachineWatch {
  const before = readCpuTimes()
  const samples: number[] = []
  for (let warmUp = 0; warmUp < 5; warmUp++) work()
  const timer = setInterval(() => samples.push(timeWork()), SAMPLE_EVERY_MS)
  timer.unref()
  return {
    referenceMinutes(seconds) {
      clearInterval(timer)
      const slowdown = slowdownOf(samples)
      const stolen = stolenShare(before, readCpuTimes())
      const minutes = seconds / 60 / correctionFor(slowdown, stolen)
      const explanation = `${(seconds / 60).toFixed(1)} minutes by the clock, ${(stolen * 100).toFixed(0)} % of the CPU time taken by the host, the same work ${slowdown.toFixed(1)} × slower than on the reference machine`
      return { minutes, explanation }
    },
  }
}

/** A fast machine gets no bonus: the budget is a limit by the clock there. */
export function slowdownOf(samples: readonly number[]): number {
  if (samples.length === 0) return 1
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length
  return Math.min(MOST_SLOWDOWN, Math.max(1, mean / REFERENCE_MS))
}

/** The larger one alone: part of what a host takes away shows up as slower work as well. */
export function correctionFor(slowdown: number, stolen: number): number {
  return Math.max(slowdown, 1 / (1 - stolen))
}

/** CPU time, not time by the clock: waiting for a core is the run's own doing. */
function timeWork(): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

/** A bit of everything that tests do: arithmetic, objects, JSON, hashing. */
function work(): string {
  let number = 0
  const object: Record<string, number> = {}
  for (let turn = 0; turn < 3e6; turn++) {
    number = (number * 31 + turn) | 0
    if ((turn & 1023) === 0) object[`k${number & 1023}`] = number
  }
  let text = JSON.stringify(object)
  for (let turn = 0; turn < 2_000; turn++) {
    text = createHash('sha256').update(text).digest('hex')
  }
  return text
}

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
