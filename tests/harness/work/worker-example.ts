// The workers of examples/agent-node and examples/agent-python as processes, as a reader of the guide would start them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '../../../examples')

const commands = {
  node: [process.execPath, 'agent-node/worker.mjs'],
  python: ['python3', 'agent-python/worker.py'],
} as const

export type WorkerLanguage = keyof typeof commands

export type WorkerExample = {
  /** `T-1 completed`, one line for each task. */
  lines: string[]
  /** SIGTERM, and the exit code. */
  stop: () => Promise<number | null>
}

export function startWorkerExample(
  language: WorkerLanguage,
  { url, token, stepSeconds }: { url: string; token: string; stepSeconds: number },
): WorkerExample {
  const [program, file] = commands[language]
  const child = spawn(program, [join(root, file)], {
    env: {
      PATH: process.env['PATH'] ?? '',
      TASK_SERVICE_URL: url,
      TASK_SERVICE_AGENT_TOKEN: token,
      // The shortest lease, so that heartbeats are sent during the test.
      LEASE_SECONDS: '15',
      STEP_SECONDS: String(stepSeconds),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => void lines.push(line))
  return {
    lines,
    async stop() {
      child.kill('SIGTERM')
      return (await exited)[0]
    },
  }
}
