// Builds the image of a source tree and says how much it adds to the image it stands on.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildSecrets } from './build-secrets.ts'
import { podman, root, run } from './engine.ts'

const BASE = 'docker.io/library/node:26-bookworm-slim'
export const IMAGE = 'ghcr.io/task-service/task-service:0.1.0'
export const EDGE_IMAGE = 'ghcr.io/task-service/edge:0.1.0'

export type Image = { name: string; seconds: number; megabytesAboveBase: number }

type BuildOptions = { name?: string; context?: string; dockerfile?: string }

export async function buildImage(options: BuildOptions = {}): Promise<Image> {
  const { name = IMAGE, context = root, dockerfile = 'Dockerfile' } = options
  const folder = mkdtempSync(join(tmpdir(), 'build-secrets-'))
  const started = performance.now()
  try {
    await run('podman', [
      'build',
      // The other format knows no health check.
      '--format=docker',
      // Without a network of its own, which a build does not need and not every machine can give it.
      '--network=host',
      '--quiet',
      `--tag=${name}`,
      `--file=${join(context, dockerfile)}`,
      `--build-arg=REVISION=${revision()}`,
      ...buildSecrets(folder),
      context,
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const seconds = (performance.now() - started) / 1_000
  return { name, seconds, megabytesAboveBase: (await sizeOf(name)) - (await sizeOf(BASE)) }
}

async function sizeOf(image: string): Promise<number> {
  return Number(await podman('image', 'inspect', '--format={{.Size}}', image)) / 1e6
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
}

function revision(): string {
  try {
    return git('rev-parse', 'HEAD')
  } catch {
    return 'unknown'
  }
}

export type Previous = { commit: string; newestMigration: string }

/** The commit before the newest migration came; undefined in a tree without that history. */
export function findPrevious(): Previous | undefined {
  try {
    const migrations = git('ls-files', 'server/src/db/migrations/*.sql').split('\n')
    const newestMigration = migrations.toSorted().at(-1) ?? ''
    const added = git('log', '--diff-filter=A', '--format=%H', '--', newestMigration).split('\n')
    const commit = git('rev-parse', '--verify', `${added.at(-1)}^`)
    return { commit, newestMigration }
  } catch {
    return undefined
  }
}

/** With today's Dockerfile: how an image is made may have changed, what the program does to the data is what counts. */
export async function buildPrevious({ commit }: Previous): Promise<Image & { knowsWait: boolean }> {
  const folder = mkdtempSync(join(tmpdir(), 'previous-'))
  try {
    const archive = join(folder, 'archive.tar')
    git('archive', `--output=${archive}`, commit)
    execFileSync('tar', ['-x', '-f', archive, '-C', folder])
    for (const file of ['Dockerfile', '.dockerignore']) cpSync(join(root, file), join(folder, file))
    addMissingPackages(folder)
    const image = await buildImage({ name: 'localhost/task-service:previous', context: folder })
    const help = await podman('run', '--rm', image.name, 'serve', '--help')
    return { ...image, knowsWait: help.includes('--wait') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Packages that today's Dockerfile copies and the program of then did not have; nothing is installed for them. */
function addMissingPackages(folder: string): void {
  const text = readFileSync(join(folder, 'Dockerfile'), 'utf8')
  for (const [, path = ''] of text.matchAll(/^COPY (\S+\/package\.json) /gm)) {
    const file = join(folder, path)
    if (existsSync(file)) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '{}\n')
  }
}
