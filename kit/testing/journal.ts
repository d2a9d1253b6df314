// A file of lines that outlives a kill: what a model of a vendor did, and what it has to say against its clients.
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'

export type Journal<T> = { read: () => T[]; add: (line: T) => void }

/** Without a path nothing outlives the process. */
export function openJournal<T>(path?: string): Journal<T> {
  return {
    read: () => (path !== undefined && existsSync(path) ? readLines(path) : []),
    add: (line) => {
      if (path !== undefined) appendFileSync(path, `${JSON.stringify(line)}\n`)
    },
  }
}

/** A kill in the middle of a line leaves half of one, which goes: the next line must not be written behind it. */
function readLines<T>(path: string): T[] {
  const bytes = readFileSync(path)
  const end = bytes.lastIndexOf('\n') + 1
  if (end < bytes.length) truncateSync(path, end)
  const lines = bytes.subarray(0, end).toString().split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as T) // written above
}

export type KeptList<T> = { all: T[]; add: (item: T) => void }

export function openKeptList<T>(path?: string): KeptList<T> {
  const journal = openJournal<T>(path)
  const all = journal.read()
  return {
    all,
    add(item) {
      journal.add(item)
      all.push(item)
    },
  }
}
