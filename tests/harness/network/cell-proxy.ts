// A real HAProxy in front of cells, set up as docs/guide/cells.md says, with the files that `cell map` and `cell config` write.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../free-port.ts'
import { readTree } from '../processes/process-tree.ts'

const PROGRAM = '/usr/sbin/haproxy'
const GUIDE = join(import.meta.dirname, '../../../docs/guide/cells.md')
const START_TIMEOUT_MS = 60_000

export type CellProxy = {
  port: number
  socket: string
  /** From its start until it accepts connections. */
  startMs: number
  /** CPU time of its start: what it would take on a machine with nothing else to do. */
  startCpuMs: number
  residentBytes: () => number
  stop: () => Promise<void>
}

/** The nth block of the guide in this language. */
export function guideBlock(language: string, index = 0): string {
  const text = readFileSync(GUIDE, 'utf8')
  const blocks = [...text.matchAll(/```(\w*)\n(.*?)```/gs)].filter(([, name]) => name === language)
  const block = blocks[index]?.[2]
  if (block === undefined) throw new Error(`no ${language} block ${index} in ${GUIDE}`)
  return block
}

/** `folder` has hosts.map, hosts.map.changes and cells.cfg. */
export async function startCellProxy(folder: string): Promise<CellProxy> {
  const port = await findFreePort()
  const socket = join(folder, 'admin.sock')
  const config = join(folder, 'haproxy.cfg')
  writeFileSync(
    config,
    guideBlock('haproxy')
      .replace('/run/haproxy/admin.sock', socket)
      .replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`)
      .replaceAll('/etc/haproxy', folder),
  )
  const args = ['-db', '-f', config, '-f', join(folder, 'cells.cfg')]
  const startedAt = performance.now()
  const child = spawn(PROGRAM, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = once(child, 'exit')
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()))
  while (!(await accepts(port))) {
    if (child.exitCode !== null || performance.now() - startedAt > START_TIMEOUT_MS) {
      throw new Error(`HAProxy does not start: ${errors}`)
    }
    await sleep(5)
  }
  return {
    port,
    socket,
    startMs: performance.now() - startedAt,
    startCpuMs: readTree(child.pid ?? 0).cpuSeconds * 1_000,
    residentBytes: () => residentBytesOf(child),
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

function residentBytesOf({ pid }: ChildProcess): number {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
