// How many TCP connections a process holds to a port, by the kernel's own books.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const ESTABLISHED = '01'

export function countConnections(pid: number, port: number): number {
  const own = socketsOf(pid)
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = readFileSync(`/proc/${pid}/net/tcp`, 'utf8').trim().split('\n').slice(1)
  // The kernel writes the list in pieces; a socket that moves meanwhile can stand in it twice.
  const found = new Set<string>()
  for (const line of lines) {
    // Columns of proc_net_tcp(5): slot, local, remote, state, queues, timer, retransmits, user, timeout, inode.
    const [, , remote, state, , , , , , inode] = line.trim().split(/\s+/)
    const socket = `socket:[${inode}]`
    if (remote?.endsWith(wanted) && state === ESTABLISHED && own.has(socket)) found.add(socket)
  }
  return found.size
}

function socketsOf(pid: number): Set<string> {
  const folder = `/proc/${pid}/fd`
  return new Set(readdirSync(folder).map((fd) => readQuietly(`${folder}/${fd}`)))
}

/** A file may be closed between the listing and the look. */
function readQuietly(link: string): string {
  try {
    return readlinkSync(link)
  } catch {
    return ''
  }
}
