// The PostgreSQL both sides of a bench run on: durable, with the settings an operator would choose for the machine.
import { execFileSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Cluster, startCluster } from '../../tests/harness/cluster.ts'

export type Engine = { cluster: Cluster; settings: Record<string, string>; description: string }

const MIB = 2 ** 20

export async function startEngine(): Promise<Engine> {
  const settings = chooseSettings(tmpdir())
  const cluster = await startCluster({ fsync: true, settings })
  return { cluster, settings, description: describeMachine(cluster, settings) }
}

/** `directory` is where the data goes. */
export function chooseSettings(directory: string): Record<string, string> {
  const { bavail, bsize } = statfsSync(directory)
  return {
    max_connections: '200',
    shared_buffers: `${Math.min(4096, Math.floor(totalmem() / MIB / 5))}MB`,
    // Long enough that no checkpoint comes in the middle of a round: after it PostgreSQL logs whole pages for a while.
    max_wal_size: `${Math.min(16_384, Math.floor((bavail * bsize) / MIB / 3))}MB`,
    checkpoint_timeout: '30min',
    wal_compression: 'lz4',
    synchronous_commit: 'on',
    jit: 'off',
  }
}

export function describeMachine(
  cluster: Pick<Cluster, 'binDir'>,
  settings: Record<string, string>,
): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  const version = execFileSync(join(cluster.binDir, 'postgres'), ['--version'], {
    encoding: 'utf8',
  })
  const chosen = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  return [
    `${cpus().length} cores and ${memory} GiB of memory for everything: PostgreSQL, the service and the load generators`,
    `${version.trim()}; Node.js ${process.version}`,
    `settings: fsync = on, ${chosen.join(', ')}`,
  ].join('\n')
}
