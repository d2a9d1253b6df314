// Whether the memory of a process grows without end: compares a later part of a run with an earlier one.
import { median } from '../../tests/harness/measure/measurement.ts'
import { readTree } from '../../tests/harness/processes/process-tree.ts'

export type MemoryTrend = {
  /** Median of the second and of the last quarter. */
  early: () => number
  late: () => number
  stop: () => void
}

const SAMPLE_EVERY_MS = 1_000

export function watchTrend(pid: number): MemoryTrend {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(readTree(pid).memoryMiB), SAMPLE_EVERY_MS)
  const quarter = (from: number) =>
    median(samples.slice(samples.length * from, samples.length * (from + 0.25)))
  return {
    // The first quarter is warm-up: code is compiled and pools are filled.
    early: () => quarter(0.25),
    late: () => quarter(0.75),
    stop: () => clearInterval(timer),
  }
}
