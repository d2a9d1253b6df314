// The real program as a bench runs it: as shipped, with its request log written to a file.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOST_SUFFIX, MAIN, serviceEnv } from '../../tests/harness/service.ts'

export type ServiceProcess = { url: string; pid: number; stop(): Promise<void> }

const START_TIMEOUT_MS = 30_000

export async function startServiceProcess(options: {
  databaseUrl: string
  /** Receives the log. */
  directory: string
  nodeArguments?: string[]
  /** In place of the program as shipped. */
  program?: string
  /** Of `serve`. */
  args?: string[]
  /** Further or other variables. */
  env?: Record<string, string>
}): Promise<ServiceProcess> {
  const logFile = join(options.directory, 'service.log')
  // A file and not a pipe: reading a line per request would take the time of a core from what is measured.
  const log = openSync(logFile, 'w')
  const { nodeArguments = [], program = MAIN, args = [] } = options
  const child = spawn(process.execPath, [...nodeArguments, program, 'serve', ...args], {
    cwd: options.directory,
    env: {
      PATH: process.env['PATH'],
      ...serviceEnv({
        databaseUrl: options.databaseUrl,
        env: { SERVICE_ACP_HOST: HOST_SUFFIX, ...options.env },
      }),
    },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const text = readFileSync(logFile, 'utf8')
    const url = /"url":"([^"]+)".*"msg":"listening"/.exec(text)?.[1]
    if (url) return { url, pid: child.pid ?? 0, stop }
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`the service did not start:\n${text}`)
    }
    await sleep(50)
  }
}
