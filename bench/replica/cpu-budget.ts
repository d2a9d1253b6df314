// The CPU time that a server and everything it starts may use, as on a machine of its own: two servers on one machine would
// otherwise share its cores with each other, the service and the load generator.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from '../../tests/harness/cluster.ts'

/** Short: a server that has used its part stops until the next period, and a read must not wait long for that. */
const PERIOD_US = 10_000

export type CpuBudget = { release(): void }

/** `cores` is a part of one core, such as 0.3. Needs root and control groups. */
export function limitCores(server: Cluster, cores: number): CpuBudget {
  const folder = createGroup(`task-service-bench-${server.pid()}`, Math.round(cores * PERIOD_US))
  // The first process comes first: what it starts from now on is limited, too.
  write(join(folder.path, 'cgroup.procs'), String(server.pid()))
  for (const { pid } of server.children()) moveQuietly(String(pid), folder.path)
  return {
    release: () => {
      // A server may start a process while the others leave.
      for (let pids = membersOf(folder.path); pids.length > 0; pids = membersOf(folder.path)) {
        for (const pid of pids) moveQuietly(pid, folder.parent)
      }
      rmdirSync(folder.path)
    },
  }
}

function createGroup(name: string, quotaUs: number): { path: string; parent: string } {
  const { parent, isV1 } = ownGroup()
  const path = join(parent, name)
  mkdirSync(path)
  if (isV1) {
    write(join(path, 'cpu.cfs_period_us'), String(PERIOD_US))
    write(join(path, 'cpu.cfs_quota_us'), String(quotaUs))
  } else {
    write(join(path, 'cpu.max'), `${quotaUs} ${PERIOD_US}`)
  }
  return { path, parent }
}

/** Of this process in version 1; in version 2 the first group, because no other may contain processes and groups. */
function ownGroup(): { parent: string; isV1: boolean } {
  for (const line of readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n')) {
    const [, controllers = '', path = ''] = line.split(':')
    if (!controllers.split(',').includes('cpu')) continue
    const parent = join('/sys/fs/cgroup', controllers, path)
    if (existsSync(parent)) return { parent, isV1: true }
  }
  return { parent: '/sys/fs/cgroup', isV1: false }
}

const membersOf = (group: string): string[] =>
  readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean)

function write(file: string, value: string): void {
  try {
    writeFileSync(file, value)
  } catch (cause) {
    throw new Error(`cannot limit CPU time: ${file} (needs root and control groups)`, { cause })
  }
}

function moveQuietly(pid: string, group: string): void {
  try {
    writeFileSync(join(group, 'cgroup.procs'), pid)
  } catch {
    // It has just ended.
  }
}
