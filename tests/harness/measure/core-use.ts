// How much of a core groups of processes use over a time, and the most memory they hold, from the kernel's accounting.
import { setTimeout as sleep } from 'node:timers/promises'
import { readTree } from '../processes/process-tree.ts'

export type CoreUse = {
  /** CPU seconds per second. */
  cores: number
  /** Seconds per second in which threads had to wait for a core: with much of it, `cores` says little. */
  waiting: number
  memoryMiB: number
}

export type MeasuredUse<Name extends string> = {
  parts: Record<Name, CoreUse>
  /** Of all parts at the same moment. */
  peakMiB: number
}

/** `roots`: for each part, the process that started all others of it. */
export async function measureCores<Name extends string>(
  roots: Record<Name, number>,
  seconds: number,
): Promise<MeasuredUse<Name>> {
  const names = Object.keys(roots) as Name[] // its keys
  const read = () => names.map((name) => readTree(roots[name]))
  const before = read()
  const startedAt = performance.now()
  let after = before
  let peakMiB = 0
  for (let second = 0; second < seconds; second++) {
    await sleep(1_000)
    after = read()
    peakMiB = Math.max(
      peakMiB,
      after.reduce((sum, { memoryMiB }) => sum + memoryMiB, 0),
    )
  }
  const passedSeconds = (performance.now() - startedAt) / 1_000
  const parts = names.map((name, at) => {
    const { cpuSeconds = 0, waitSeconds = 0, memoryMiB = 0 } = after[at] ?? {}
    const cores = (cpuSeconds - (before[at]?.cpuSeconds ?? 0)) / passedSeconds
    const waiting = Math.max(0, waitSeconds - (before[at]?.waitSeconds ?? 0)) / passedSeconds
    return [name, { cores, waiting, memoryMiB: Math.round(memoryMiB) }]
  })
  return { parts: Object.fromEntries(parts) as Record<Name, CoreUse>, peakMiB } // one for each name
}

export const percentOfCore = (share: number): string => `${(share * 100).toFixed(1)} %`
