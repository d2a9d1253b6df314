// One instance as a serverless platform runs it: a port by PORT, nothing to write to, one CPU, and SIGTERM with ten seconds.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Workload } from '../../tests/deploy/workload.ts'
import { podman } from '../../tests/harness/containers/engine.ts'
import { findFreePort } from '../../tests/harness/free-port.ts'

/** From SIGTERM to SIGKILL on Cloud Run, and the shortest of the platforms we name. */
export const GRACE_MS = 10_000

export type Ending = { ms: number; code: number | null; killed: boolean; signal: Signal }
export type Signal = 'TERM' | 'KILL'

export type Instance = {
  name: string
  url: string
  output(): string
  /** Settles when the container has ended. */
  ended: Promise<number | null>
  isRunning(): boolean
  /** The signal, and SIGKILL when it does not end in time. */
  end(signal: Signal): Promise<Ending>
  /** As a platform does that gives CPU to requests only. */
  freeze(): Promise<void>
  thaw(): Promise<void>
}

export type Platform = {
  image: string
  /** Holds the files that the manifests expect under /secrets. */
  secretsFolder: string
  /** Begins the names of all containers, to find and remove them. */
  prefix: string
}

let started = 0

/** Starts the container of a manifest. Secrets, arguments and variables are those of the manifest. */
export async function startInstance(platform: Platform, workload: Workload): Promise<Instance> {
  const name = `${platform.prefix}-${++started}`
  const port = await findFreePort()
  const env = {
    ...workload.env,
    ...(workload.injectsPort && { PORT: String(port) }),
    // The rules are the platform's; this one only keeps the traffic of the proof on this machine.
    SERVICE_ACP_BIND: '127.0.0.1',
  }
  const child = spawn(
    'podman',
    [
      'run',
      '--rm',
      `--name=${name}`,
      ...CONFINEMENT,
      `--volume=${platform.secretsFolder}:/secrets:ro`,
      ...Object.entries(env).map(([key, value]) => `--env=${key}=${value}`),
      platform.image,
      ...workload.args,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString()))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const send = (signal: string) => podman('kill', `--signal=${signal}`, name)
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    ended,
    isRunning: () => child.exitCode === null,
    async end(signal) {
      const startedMs = performance.now()
      await send(signal)
      const inTime = await Promise.race([ended.then(() => true), sleep(GRACE_MS, false)])
      if (!inTime) await send('KILL')
      const code = await ended
      return { ms: performance.now() - startedMs, code, killed: !inTime, signal }
    },
    freeze: async () => void (await send('STOP')),
    thaw: async () => void (await send('CONT')),
  }
}

/** No writable disk at all: podman would otherwise put memory under /tmp and /run, and /dev/shm comes with IPC. */
const CONFINEMENT = [
  '--read-only',
  '--read-only-tmpfs=false',
  '--ipc=none',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
  '--cpus=1',
  '--memory=512m',
  '--network=host',
  '--no-healthcheck',
]

export async function removeInstances({ prefix }: Platform): Promise<void> {
  const listed = await podman('ps', '--all', '--quiet', `--filter=name=^${prefix}-`)
  const ids = listed.split('\n').filter(Boolean)
  if (ids.length > 0) await podman('rm', '--force', '--time=0', ...ids)
}

/** What an instance could do and should not. /dev/mqueue holds queues of the kernel and no files. */
export async function findLooseEnds({ name }: Instance): Promise<string[]> {
  const inside = (script: string) => podman('exec', name, 'sh', '-c', script)
  const user = await inside('id -u')
  const found = await inside(
    'find / \\( -path /proc -o -path /sys -o -path /dev/mqueue \\) -prune -o -type d -writable -print 2>/dev/null; true',
  )
  const writable = found.split('\n').filter(Boolean)
  return [
    ...(user === '0' ? ['it runs as root'] : []),
    ...writable.map((folder) => `it can write to ${folder}`),
  ]
}
