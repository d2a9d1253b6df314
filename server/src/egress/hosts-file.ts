// The names in /etc/hosts, which direct queries to DNS servers would miss.
import { readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'

export type HostsFile = { find(name: string): Promise<readonly string[]> }

const LOOK_AGAIN_MS = 1_000

/** Read again when it changes: container engines rewrite it at run time. */
export function createHostsFile(path = '/etc/hosts'): HostsFile {
  let names: ReadonlyMap<string, readonly string[]> = new Map()
  let changedMs = Number.NaN
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    try {
      const { mtimeMs } = await stat(path)
      if (mtimeMs === changedMs) return
      names = readHosts(await readFile(path, 'utf8'))
      changedMs = mtimeMs
    } catch {
      // Images without the file are common; there are no such names then.
      names = new Map()
      changedMs = Number.NaN
    }
  }

  return {
    async find(name) {
      if (performance.now() - lookedAt >= LOOK_AGAIN_MS) {
        lookedAt = performance.now()
        looking = look()
      }
      await looking
      return names.get(name) ?? []
    },
  }
}

function readHosts(text: string): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (isIP(address) === 0) continue
    for (const alias of aliases) {
      const name = alias.toLowerCase().replace(/\.$/, '')
      names.set(name, [...(names.get(name) ?? []), address])
    }
  }
  return names
}
