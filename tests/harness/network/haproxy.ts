// A real HAProxy in front of processes of the service that come and go, set up as docs/guide/upgrading.md says.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../free-port.ts'

const PROGRAM = '/usr/sbin/haproxy'
const GUIDE = join(import.meta.dirname, '../../../docs/guide/upgrading.md')

export type HAProxy = { url: string; stop: () => Promise<void> }

/** Installs HAProxy from Debian's packages if it is missing, which needs root. */
export function ensureHAProxy(): void {
  if (existsSync(PROGRAM)) return
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  execFileSync('apt-get', ['update'], options)
  execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', 'haproxy'], options)
}

/** `ports`: where the processes listen, whether they run or not. */
export async function startHAProxy(ports: readonly number[]): Promise<HAProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'task-service-haproxy-'))
  const port = await findFreePort()
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configOf(port, ports))
  const child = spawn(PROGRAM, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()))
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  for (const until = Date.now() + 15_000; !(await isReady(url)); await sleep(50)) {
    if (child.exitCode !== null || Date.now() > until) {
      throw new Error(`HAProxy does not start: ${errors}`)
    }
  }
  return {
    url,
    async stop() {
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}

/** The configuration of the guide with the addresses of this run. */
function configOf(port: number, ports: readonly number[]): string {
  const [, config] = /```haproxy\n(.*?)```/s.exec(readFileSync(GUIDE, 'utf8')) ?? []
  if (config === undefined) throw new Error(`no HAProxy configuration in ${GUIDE}`)
  const servers = ports.map((each, index) => `  server api${index + 1} 127.0.0.1:${each}`)
  return config
    .replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`)
    .replace(/(?:^ {2}server .*\n)+/m, `${servers.join('\n')}\n`)
}

/** HAProxy answers 503 itself until a check of a process has succeeded. */
async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).status === 200
  } catch {
    return false
  }
}
