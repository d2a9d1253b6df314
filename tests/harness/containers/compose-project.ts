// One deployment, from deploy/compose.yaml unless it brings its own, in a folder of its own, with containers, network and volume that end with it.
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { Client } from 'pg'
import { addressOf, podman, root, run } from './engine.ts'

export type ComposeProject = {
  /** Holds what deploy/ holds, or nothing. */
  folder: string
  /** A line as one would type it, `docker` being podman; its standard output. */
  shell: (line: string) => Promise<string>
  compose: (...args: string[]) => Promise<void>
  container: (service: string) => string
  network: string
  /** Of everything that ends with it. */
  label: string
  /** What `.env` says now. */
  env: () => Record<string, string | undefined>
  configure: (values: Record<string, string>) => void
  url: () => string
  /** As PostgreSQL's superuser, past the network of the containers; undefined while nothing answers. */
  findDatabase: () => Promise<Client | undefined>
  superuserUrl: () => Promise<string>
  remove: () => Promise<void>
}

export function createProject({ isEmpty = false } = {}): ComposeProject {
  const name = `prove${randomBytes(4).toString('hex')}`
  const place = mkdtempSync(join(tmpdir(), `${name}-`))
  const folder = join(place, 'deploy')
  mkdirSync(folder)
  if (!isEmpty) cpSync(join(root, 'deploy'), folder, { recursive: true })
  const environment = { PATH: `${writeDocker(place, name)}:${process.env['PATH']}`, HOME: place }
  const shell = (line: string) => run('bash', ['-ce', line], { cwd: folder, env: environment })
  const env = () => ({ ...parseEnv(readFileSync(join(folder, '.env'), 'utf8')) })
  const container = (service: string) => `${name}_${service}_1`
  const superuserUrl = async () => {
    const address = await addressOf(container('postgres'))
    if (!address) throw new Error('the database has no address')
    const { pathname } = new URL(env()['DATABASE_URL'] ?? '')
    return `postgres://postgres:${env()['POSTGRES_PASSWORD']}@${address}:5432${pathname}`
  }
  return {
    folder,
    shell,
    compose: async (...args) => void (await shell(`docker compose ${args.join(' ')}`)),
    container,
    network: `${name}_default`,
    label: labelOf(name),
    env,
    configure: (values) => {
      const lines = Object.entries(values).map(([key, value]) => `${key}=${value}\n`)
      appendFileSync(join(folder, '.env'), lines.join(''))
    },
    url: () => `http://127.0.0.1:${env()['SERVICE_ACP_PORT'] ?? 8001}`,
    findDatabase: async () => connect(await superuserUrl().catch(() => undefined)),
    superuserUrl,
    remove: async () => {
      await removeContainers(name)
      rmSync(place, { recursive: true, force: true })
    },
  }
}

/** The commands of the README say `docker`; here that is podman, with a project name of its own. */
function writeDocker(place: string, name: string): string {
  const bin = join(place, 'docker')
  writeFileSync(
    bin,
    `#!/bin/sh\n[ "$1" = compose ] || exec podman "$@"\nshift\nexec podman-compose -p ${name} "$@"\n`,
  )
  chmodSync(bin, 0o755)
  return place
}

async function connect(url: string | undefined): Promise<Client | undefined> {
  if (url === undefined) return undefined
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 500 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch {
    await client.end().catch(() => undefined)
    return undefined
  }
}

const labelOf = (name: string): string => `io.podman.compose.project=${name}`

/** By label, so that it also works after a failure in the middle. */
async function removeContainers(name: string): Promise<void> {
  const label = `label=${labelOf(name)}`
  const list = async (...args: string[]) =>
    (await podman(...args, '--quiet', '--filter', label)).split('\n').filter(Boolean)
  const containers = await list('ps', '--all')
  if (containers.length > 0) await podman('rm', '--force', '--time=0', '--volumes', ...containers)
  const volumes = await list('volume', 'ls')
  if (volumes.length > 0) await podman('volume', 'rm', '--force', ...volumes)
  const networks = await list('network', 'ls')
  if (networks.length > 0) await podman('network', 'rm', '--force', ...networks)
}

export type StartTimes = { databaseAt: number; readyAt: number }

/** When the database first answered and when the API first said it is ready, looked at from outside. */
export async function watchStart(project: ComposeProject, seconds = 120): Promise<StartTimes> {
  const end = performance.now() + seconds * 1_000
  const first = async (isThere: () => Promise<boolean>): Promise<number> => {
    while (!(await isThere())) {
      if (performance.now() > end) throw new Error(`not ready after ${seconds} s`)
      await sleep(50)
    }
    return performance.now()
  }
  const [databaseAt, readyAt] = await Promise.all([
    first(async () => {
      const database = await project.findDatabase()
      await database?.end()
      return database !== undefined
    }),
    first(() => isReady(project.url())),
  ])
  return { databaseAt, readyAt }
}

async function isReady(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(1_000)
  return fetch(`${url}/readyz`, { signal }).then(
    async (answer) => {
      await answer.body?.cancel()
      return answer.ok
    },
    () => false,
  )
}
