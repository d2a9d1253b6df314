// The connector as the customer runs it: the real program, in its own network, with its own folder.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { childEnv } from '../child-env.ts'
import type { Networks } from './networks.ts'
import { PASSWORD } from './site.ts'

const MAIN = join(import.meta.dirname, '../../../edge/src/main.ts')

export type EdgeOptions = {
  networks: Networks
  url: string
  policyFile: string
  stateFolder: string
  env?: Record<string, string>
  /** Runs in the place of ours. */
  program?: string
}

export type EdgeProcess = {
  /** What it printed so far. */
  printed: () => string
  isRunning: () => boolean
  /** SIGTERM. */
  stop: () => Promise<number | null>
  /** SIGKILL. */
  kill: () => Promise<void>
}

export function edgeEnv(options: EdgeOptions): Record<string, string> {
  return childEnv({
    TASK_EDGE_URL: options.url,
    TASK_EDGE_POLICY: options.policyFile,
    TASK_EDGE_STATE: options.stateFolder,
    TASK_EDGE_ALLOW_HTTP: 'true',
    WAREHOUSE_PASSWORD: PASSWORD,
    ...options.env,
  })
}

export function startEdge(options: EdgeOptions, args: readonly string[] = ['run']): EdgeProcess {
  const program = options.program ?? MAIN
  const words = [...options.networks.inside('edge'), process.execPath, program, ...args]
  const [first = '', ...rest] = words
  const child: ChildProcess = spawn(first, rest, {
    env: edgeEnv(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => void (printed += chunk.toString()))
  }
  const exited = once(child, 'exit')
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    const [code] = (await exited) as [number | null]
    return code
  }
  return {
    printed: () => printed,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  }
}
