// A program with everything it starts, as on a machine of its own: killed, stopped and continued together. The kernel ends
// it with this process.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ADMIN_PATH } from './lab-network.ts'

export type Machine = {
  isRunning: () => boolean
  /** SIGKILL to everything at once, as when power fails. */
  kill: () => Promise<void>
  freeze: () => Promise<void>
  thaw: () => Promise<void>
}

export type MachineOptions = {
  /** In front of the program, for example to choose a network. */
  inside: readonly string[]
  user: string
  command: readonly string[]
  env: Record<string, string>
  logFile: string
}

/** The first process of the machine: it has its own process IDs and its own place for sockets. */
const BOOT = 'mount -t tmpfs -o mode=1777 tmpfs /run/postgresql; setpriv "$@"; exit $?'

export async function startMachine(options: MachineOptions): Promise<Machine> {
  const { inside, user, command, env, logFile } = options
  const log = openSync(logFile, 'a')
  const asUser = [`--reuid=${user}`, `--regid=${user}`, '--init-groups', ...command]
  const machine = ['unshare', '--pid', '--mount-proc', '--kill-child=KILL', 'sh', '-c', BOOT]
  const words = ['setpriv', '--pdeathsig', 'KILL', ...inside, ...machine, 'boot', ...asUser]
  const [first = '', ...rest] = words
  const child = spawn(first, rest, {
    cwd: '/',
    env: { PATH: ADMIN_PATH, LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const exited = once(child, 'exit')
  const init = await findInit(child)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    isRunning,
    async kill() {
      if (!isRunning()) return
      process.kill(init, 'SIGKILL')
      await exited
    },
    async freeze() {
      for (const pid of listMembers(init)) signal(pid, 'SIGSTOP')
      // One that had just been started was not in the list.
      for (const pid of listMembers(init)) signal(pid, 'SIGSTOP')
      while (listMembers(init).some((pid) => !'TtZ'.includes(stateOf(pid)))) await sleep(5)
    },
    async thaw() {
      for (const pid of listMembers(init)) signal(pid, 'SIGCONT')
      await Promise.resolve()
    },
  }
}

/** The process that `unshare` started, which is number 1 inside. */
async function findInit(child: ChildProcess): Promise<number> {
  for (
    const until = Date.now() + 10_000;
    child.exitCode === null && Date.now() < until;
    await sleep(10)
  ) {
    const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
    const init = Number(children.split(' ')[0])
    if (init > 0) return init
  }
  throw new Error('the machine did not start')
}

function listMembers(init: number): number[] {
  const namespace = namespaceOf(init)
  if (namespace === undefined) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => namespaceOf(pid) === namespace)
}

function namespaceOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`)
  } catch {
    return undefined // it has ended
  }
}

/** One letter, see proc(5). */
function stateOf(pid: number): string {
  try {
    return /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? 'Z'
  } catch {
    return 'Z'
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended since the listing.
  }
}
