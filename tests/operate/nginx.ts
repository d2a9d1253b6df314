// A real nginx in front of a service of a test, for what the guide says about proxies.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../harness/free-port.ts'

const program = '/usr/sbin/nginx'

export type Nginx = { port: number; stop(): Promise<void> }

export function hasNginx(): boolean {
  return existsSync(program)
}

/** `servers` makes the upstreams and servers, given the port to listen on. */
export async function startNginx(servers: (port: number) => string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'task-service-nginx-'))
  const port = await findFreePort()
  const config = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  writeFileSync(
    config,
    `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/pid; worker_processes 1;
    error_log ${folder}/error.log; events {}
    http { access_log off; ${temporary.join(' ')} ${servers(port)} }`,
  )
  const child = spawn(program, ['-p', folder, '-c', config], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  for (let tries = 0; !existsSync(join(folder, 'pid')); tries++) {
    const log = join(folder, 'error.log')
    const said = existsSync(log) ? readFileSync(log, 'utf8') : ''
    if (child.exitCode !== null || tries > 200) throw new Error(`nginx does not start: ${said}`)
    await sleep(20)
  }
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
