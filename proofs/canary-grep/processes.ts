// What the process table shows of the service and of the processes it started.
import { readdirSync, readFileSync } from 'node:fs'

/** The environment of the service itself holds its keys by design; no process it starts may have them. */
export function describeProcesses(root: number): string {
  const parents = new Map(listPids().map((pid) => [pid, parentOf(pid)]))
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent !== undefined && (parent === root || (parent > 1 && isBelow(parent)))
  }
  const below = [...parents.keys()].filter(isBelow)
  return [
    read(root, 'cmdline'),
    ...below.map((pid) => `${read(pid, 'cmdline')}\n${read(pid, 'environ')}`),
  ].join('\n')
}

const listPids = (): number[] => readdirSync('/proc').map(Number).filter(Boolean)

function parentOf(pid: number): number | undefined {
  const parent = /^PPid:\s+(\d+)$/m.exec(read(pid, 'status'))?.[1]
  return parent === undefined ? undefined : Number(parent)
}

/** Empty for one that has just ended. */
function read(pid: number, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8').replaceAll('\0', '\n')
  } catch {
    return ''
  }
}
