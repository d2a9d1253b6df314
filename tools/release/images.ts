// The images, built by Docker or Podman where one of them works. Elsewhere the manifest says that they are missing.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSecrets } from '../../tests/harness/containers/build-secrets.ts'
import { IMAGES, type ImageSource } from './artifacts.ts'

const root = join(import.meta.dirname, '../..')

export type ImageFacts = { name: string; tag: string } & (
  | { state: 'built'; engine: string; id: string; digest: string | null; sbom: string }
  | { state: 'not_built'; reason: string }
)

export type ImageOptions = { version: string; commit: string; commitTime: string }

/** The first engine that answers: a client without a daemon is none. */
export function findEngine(): string | undefined {
  return ['docker', 'podman'].find((engine) => {
    try {
      execFileSync(engine, ['info'], { stdio: 'ignore', timeout: 30_000 })
      return true
    } catch {
      return false
    }
  })
}

export function buildImages(options: ImageOptions, log: (line: string) => void): ImageFacts[] {
  const engine = findEngine()
  return IMAGES.map((source) => {
    const facts = { name: source.name, tag: options.version }
    if (engine === undefined) {
      return { ...facts, state: 'not_built', reason: 'no container engine' }
    }
    const built = buildImage(engine, source, options)
    log(`${source.name}:${options.version} ${built.id}`)
    return { ...facts, state: 'built', engine, ...built }
  })
}

function buildImage(engine: string, { name, dockerfile }: ImageSource, options: ImageOptions) {
  const tag = `${name}:${options.version}`
  const secrets = mkdtempSync(join(tmpdir(), 'build-secrets-'))
  const run = (...args: string[]): string =>
    execFileSync(engine, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).trim()
  try {
    run(
      'build',
      // Podman's own format has no health check, and not every machine can give a build its own network.
      ...(engine === 'podman' ? ['--format=docker', '--network=host'] : []),
      '--quiet',
      `--tag=${tag}`,
      `--file=${dockerfile}`,
      `--build-arg=VERSION=${options.version}`,
      `--build-arg=REVISION=${options.commit}`,
      `--build-arg=CREATED=${options.commitTime}`,
      ...buildSecrets(secrets),
      '.',
    )
  } finally {
    rmSync(secrets, { recursive: true, force: true })
  }
  const place = `/usr/share/doc/${name.endsWith('/edge') ? 'task-edge' : 'task-service'}/sbom.cdx.json`
  const shown = run('run', '--rm', '--network=none', tag, '--version')
  if (shown !== options.version) throw new Error(`${tag} --version printed ${shown}`)
  const sbom = run('run', '--rm', '--network=none', '--entrypoint=cat', tag, place)
  return { id: run('image', 'inspect', '--format={{.Id}}', tag), digest: digestOf(run, tag), sbom }
}

/** Known after a push only, where the registry has it. */
function digestOf(run: (...args: string[]) => string, tag: string): string | null {
  const printed = run('image', 'inspect', '--format={{json .RepoDigests}}', tag)
  const [first = ''] = (JSON.parse(printed) as string[] | null) ?? [] // of the engine
  return /sha256:[0-9a-f]{64}/.exec(first)?.[0] ?? null
}
