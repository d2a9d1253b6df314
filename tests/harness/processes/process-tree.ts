// CPU time and memory of a process with everything it has started, from the kernel's accounting.
import { readdirSync, readFileSync } from 'node:fs'

export type TreeUsage = {
  cpuSeconds: number
  /** How long its threads were ready to run and had no core. Without the processes that have ended. */
  waitSeconds: number
  /** What several processes share, such as the program of Node.js, counts once. */
  memoryMiB: number
}

/** Linux counts in hundredths of a second, whatever the machine. */
const TICKS_PER_SECOND = 100

type ProcessStat = {
  pid: number
  parent: number
  /** With that of children that have ended. */
  ticks: number
}

export function readTree(root: number): TreeUsage {
  const all = listProcesses()
  const tree = new Set([root])
  // A parent may come after its child in the list; every round finds one generation more.
  for (let size = 0; size < tree.size; ) {
    size = tree.size
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid)
  }
  const members = all.filter(({ pid }) => tree.has(pid))
  return {
    cpuSeconds: members.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND,
    waitSeconds: members.reduce((sum, { pid }) => sum + readWait(pid), 0),
    memoryMiB: sumOnce(members.map(({ pid }) => readMemory(pid))),
  }
}

function listProcesses(): ProcessStat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [parseStat(readFileSync(`/proc/${name}/stat`, 'utf8'))]
      } catch {
        return [] // it has just ended
      }
    })
}

/** See proc(5). The name in parentheses may contain spaces. */
function parseStat(text: string): ProcessStat {
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const at = (place: number) => fields[place] ?? 0
  return {
    pid: Number.parseInt(text, 10),
    parent: at(1),
    ticks: at(11) + at(12) + at(13) + at(14),
  }
}

/** See the kernel's documentation of `schedstat`: nanoseconds on a core, then nanoseconds on the run queue. */
function readWait(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
      const [, waited] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
      return sum + Number(waited) / 1e9
    }, 0)
  } catch {
    return 0 // it has just ended
  }
}

type Memory = { ownMiB: number; sharedMiB: number }

/** They share the program of Node.js and its libraries; the process with the most of those stands for all. */
function sumOnce(memories: readonly Memory[]): number {
  const own = memories.reduce((sum, { ownMiB }) => sum + ownMiB, 0)
  return own + Math.max(0, ...memories.map(({ sharedMiB }) => sharedMiB))
}

function readMemory(pid: number): Memory {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const read = (field: string) =>
      Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1_024
    const ownMiB = read('Private_Clean') + read('Private_Dirty')
    return { ownMiB, sharedMiB: read('Rss') - ownMiB }
  } catch {
    return { ownMiB: 0, sharedMiB: 0 } // it has just ended
  }
}
