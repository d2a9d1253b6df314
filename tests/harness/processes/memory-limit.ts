// A memory limit for a process and everything it starts, as a container has one. Only root can set it; elsewhere the
// process runs without a limit and its memory is still measured.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const CGROUP_V1 = '/sys/fs/cgroup/memory'
const CGROUP_V2 = '/sys/fs/cgroup'
const SAMPLE_EVERY_MS = 200

export type LimitedProcess = {
  isLimited: boolean
  peakMiB: () => number
  /** Processes that the kernel ended because of the limit. */
  oomKills: () => number
  /** Ends what is left of the process, too. */
  release: () => Promise<void>
}

export function limitMemory(pid: number, limitMiB: number): LimitedProcess {
  const folder = createGroup(pid, limitMiB)
  let peakBytes = 0
  const sample = () => {
    peakBytes = Math.max(peakBytes, folder ? readGroup(folder) : readProcess(pid))
  }
  const timer = setInterval(sample, SAMPLE_EVERY_MS)
  return {
    isLimited: folder !== undefined,
    peakMiB: () => Math.round(peakBytes / 2 ** 20),
    oomKills: () => (folder ? countKills(folder) : 0),
    async release() {
      clearInterval(timer)
      if (folder) await removeGroup(folder)
    },
  }
}

function createGroup(pid: number, limitMiB: number): string | undefined {
  const isV1 = existsSync(join(CGROUP_V1, 'cgroup.procs'))
  const folder = join(isV1 ? CGROUP_V1 : CGROUP_V2, `task-service-${pid}`)
  try {
    mkdirSync(folder)
    const limit = isV1 ? 'memory.limit_in_bytes' : 'memory.max'
    writeFileSync(join(folder, limit), String(limitMiB * 2 ** 20))
    writeFileSync(join(folder, 'cgroup.procs'), String(pid))
    return folder
  } catch {
    return undefined
  }
}

/** A process that was just killed leaves its group a moment later, and so do plugin processes that lost their parent. */
async function removeGroup(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const left = readText(join(folder, 'cgroup.procs')).split('\n').filter(Boolean)
    if (left.length === 0) break
    for (const pid of left) kill(Number(pid))
    await sleep(50)
  }
  rmdirSync(folder)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

/** Memory that cannot be reclaimed: what was read from files is not counted. */
function readGroup(folder: string): number {
  const stat = readText(join(folder, 'memory.stat'))
  return Number(/^(?:total_rss|anon) (\d+)$/m.exec(stat)?.[1] ?? 0)
}

/** In a file of version 1 or of version 2. */
function countKills(folder: string): number {
  const text =
    readText(join(folder, 'memory.oom_control')) + readText(join(folder, 'memory.events'))
  return Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0)
}

function readProcess(pid: number): number {
  const status = readText(`/proc/${pid}/status`)
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1_024
}

/** Empty when the process has just ended. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
