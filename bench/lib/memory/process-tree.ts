// CPU time and memory of a process with everything it has started, from the kernel's accounting.
import { readdirSync, readFileSync } from 'node:fs'

export type TreeUsage = { cpuSeconds: number; residentMiB: number }

/** Linux counts in hundredths of a second, whatever the machine. */
const TICKS_PER_SECOND = 100
const PAGE_BYTES = 4_096

type ProcessStat = {
  pid: number
  parent: number
  /** With that of children that have ended. */
  ticks: number
  pages: number
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
    residentMiB: (members.reduce((sum, { pages }) => sum + pages, 0) * PAGE_BYTES) / 2 ** 20,
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
    pages: at(21),
  }
}
