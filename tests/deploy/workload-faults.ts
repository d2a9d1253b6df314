// What would go wrong with a container as it is described: asked of the program itself, its loader and its commands.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { createProgram } from '../../server/src/commands/program.ts'
import { generateEnv } from '../../server/src/config/generate-env.ts'
import { loadConfig } from '../../server/src/config/load.ts'
import { variables } from '../../server/src/config/schema.ts'
import { HEALTH_PATH, READY_PATH } from '../../server/src/http/health.ts'
import type { Workload } from './workload.ts'

/** A second of notice before the grace begins, and one to spare. */
const AROUND_GRACE_SECONDS = 2

export function findFaults(workload: Workload, version: string): string[] {
  const faults = [
    ...imageFaults(workload, version),
    ...commandFaults(workload),
    ...probeFaults(workload),
    ...secretFaults(workload),
    ...configurationFaults(workload),
  ]
  return faults.map((fault) => `${workload.place}: ${fault}`)
}

function imageFaults({ image }: Workload, version: string): string[] {
  return image.endsWith(`/task-service:${version}`)
    ? []
    : [`${image} is not task-service:${version}`]
}

function commandFaults({ args }: Workload): string[] {
  const [name = 'serve', ...options] = args
  const command = createProgram(() => undefined).commands.find((one) => one.name() === name)
  if (!command) return [`there is no command ${name}`]
  const known = command.options.map(({ long }) => long)
  return options
    .filter((option) => option.startsWith('--') && !known.includes(option))
    .map((option) => `${name} has no option ${option}`)
}

function probeFaults({ probes }: Workload): string[] {
  const paths = { startup: READY_PATH, readiness: READY_PATH, liveness: HEALTH_PATH }
  return probes
    .filter(({ kind, path }) => path !== paths[kind])
    .map(({ kind, path }) => `${kind} asks ${path} instead of ${paths[kind]}`)
}

/** Secrets come as files that are really mounted, never as values in a manifest. */
function secretFaults({ env, secretFiles, args }: Workload): string[] {
  if (secretFiles.length === 0) return []
  const named = Object.entries(env).filter(([name]) => name.endsWith('_FILE'))
  const secrets = Object.entries(variables).filter(([, { secret }]) => secret)
  return [
    ...named
      .filter(([, path]) => !secretFiles.includes(path))
      .map(([name, path]) => `${name}: nothing is mounted at ${path}`),
    ...secrets
      .filter(([name]) => env[name] !== undefined)
      .map(([name]) => `${name} stands in the file itself (${args.join(' ')})`),
  ]
}

/** Loads the configuration as the container would, with made-up secrets in the place of the mounted ones. */
function configurationFaults(workload: Workload): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-test-'))
  try {
    const env = withFiles(workload.env, folder)
    if (workload.injectsPort) env['PORT'] = String(workload.port)
    const needs = workload.args[0] === 'migrate' ? (['database'] as const) : NEEDS_TO_SERVE
    const { http } = loadConfig({ needs, env })
    const least = http.shutdownGraceMs / 1_000 + AROUND_GRACE_SECONDS
    return [
      ...(workload.port !== undefined && workload.port !== http.port
        ? [`listens on ${http.port} and is asked on ${workload.port}`]
        : []),
      ...(workload.graceSeconds !== undefined && workload.graceSeconds < least
        ? [`is killed after ${workload.graceSeconds} s and may take ${least}`]
        : []),
    ]
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const NEEDS_TO_SERVE = ['database', 'api', 'master'] as const

const URL = 'postgres://user:password@localhost/tasks'

/** Of the secrets that `init` does not make. */
const OPTIONAL_SECRETS: Readonly<Record<string, string>> = {
  SERVICE_ACP_BUCKET_ACCESS_KEY: 'an-id',
  SERVICE_ACP_BUCKET_SECRET_KEY: 'a-secret',
  SERVICE_ACP_DB_DIRECT_URL: URL,
  SERVICE_ACP_DIRECTORY_URL: URL,
  SERVICE_ACP_EGRESS_PROXY: 'http://user:password@proxy.example.com:3128',
  SERVICE_ACP_SMTP_URL: 'smtps://user:password@mail.example.com',
}

/** Previous keys have the form of the current ones. */
function makeSecrets(): Record<string, string | undefined> {
  const [made, previous] = [0, 1].map(() => parseEnv(generateEnv({ databaseUrl: URL })))
  return {
    ...OPTIONAL_SECRETS,
    ...made,
    SERVICE_ACP_API_KEY_PREVIOUS: previous?.['SERVICE_ACP_API_KEY'],
    SERVICE_ACP_MASTER_KEY_PREVIOUS: previous?.['SERVICE_ACP_MASTER_KEY'],
  }
}

function withFiles(env: Record<string, string>, folder: string): Record<string, string> {
  const made = makeSecrets()
  const entries = Object.entries(env).map(([name, value]) => {
    const secret = made[name.replace(/_FILE$/, '')]
    if (!name.endsWith('_FILE') || secret === undefined) return [name, value] as const
    const file = join(folder, name)
    writeFileSync(file, `${secret}\n`)
    return [name, file] as const
  })
  return Object.fromEntries(entries)
}
