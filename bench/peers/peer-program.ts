// Running a peer's own programs: to the end for its set-up, or until stopped for its server.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 20_000

export type Command = {
  program: string
  args: readonly string[]
  cwd: string
  env?: Record<string, string>
}

/** What finding and building programs takes; the rest could be settings of a database, a framework or this project. */
const inherited =
  /^(PATH|HOME|TMPDIR|GO[A-Z]+|XDG_\w+|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS|NPM_CONFIG_\w+|https?_proxy|HTTPS?_PROXY)$/

function environmentOf({ env }: Command): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(([name]) => inherited.test(name))
  return { ...Object.fromEntries(kept), ...env }
}

/** Its standard output; what it printed is in the error when it fails. */
export async function runCommand(command: Command): Promise<string> {
  const { stdout } = await run(command.program, command.args, {
    cwd: command.cwd,
    env: environmentOf(command),
    maxBuffer: 2 ** 26,
  })
  return stdout
}

/** A server, once `readyUrl` is answered. Its log goes to a file, as reading it would cost the time of a core. */
export async function startServer(
  command: Command,
  logFile: string,
  readyUrl: string,
): Promise<() => Promise<void>> {
  const log = openSync(logFile, 'w')
  const child = spawn(command.program, command.args, {
    cwd: command.cwd,
    env: environmentOf(command),
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await exited
    clearTimeout(late)
  }
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await isAnswered(readyUrl))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`${command.program} did not start:\n${readFileSync(logFile, 'utf8')}`)
    }
    await sleep(200)
  }
  return stop
}

async function isAnswered(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url)
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
