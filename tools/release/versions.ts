// Where the version of the product is written, found by what surrounds it, so that no file is forgotten in a release.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const VERSION = /\d+\.\d+\.\d+(?:-[a-z0-9.]+)?/.source

/** Each pattern has one group, the version, and matches our names only. */
const PLACES: readonly { files: string; pattern: string }[] = [
  {
    files: String.raw`^([a-z]+/)?package\.json$`,
    pattern: `^  "version": "(${VERSION})"`,
  },
  { files: String.raw`package\.json$`, pattern: `"@task-service/[a-z]+": "(${VERSION})"` },
  { files: String.raw`^sdk-python/pyproject\.toml$`, pattern: `^version = "(${VERSION})"` },
  { files: String.raw`^sdk-python/.*\.py$`, pattern: `^__version__ = "(${VERSION})"` },
  { files: String.raw`^sdk-python/.*\.py$`, pattern: `task-service-python/(${VERSION})` },
  {
    files: String.raw`^deploy/helm/[a-z-]+/Chart\.yaml$`,
    pattern: `^(?:version|appVersion): (${VERSION})$`,
  },
  { files: String.raw`Dockerfile$`, pattern: `^ARG VERSION=(${VERSION})$` },
  { files: '', pattern: `ghcr\\.io/task-service/[a-z-]+:(${VERSION})` },
  { files: '', pattern: `task-service-(?:sdk|cli|kit|edge)-(${VERSION})\\.tgz` },
  { files: '', pattern: `task_service-(${VERSION})(?:-py3|\\.tar)` },
]

/** They are about earlier versions, or have examples. */
const HISTORY =
  /^(CHANGELOG\.md|docs\/(decisions|guarantees)\/|docs\/development\/releasing\.md|tools\/release\/|proofs\/release\/)/

export type FoundVersion = { file: string; line: number; version: string }

export function findVersions(root: string): FoundVersion[] {
  return listFiles(root).flatMap((file) => {
    const text = read(root, file)
    return placesOf(file).flatMap((pattern) =>
      [...text.matchAll(pattern)].map((match) => ({
        file,
        line: text.slice(0, match.index).split('\n').length,
        version: match[1] ?? '',
      })),
    )
  })
}

/** Returns the files that were changed. */
export function setVersion(root: string, version: string): string[] {
  const changed = listFiles(root).filter((file) => {
    const before = read(root, file)
    let after = before
    for (const pattern of placesOf(file)) {
      after = after.replaceAll(pattern, (whole, old: string) => whole.replace(old, version))
    }
    if (file === 'package-lock.json') after = inLock(before, version)
    if (after !== before) writeFileSync(join(root, file), after)
    return after !== before
  })
  return changed
}

/** Its entries of the workspace: those of other packages have versions, too. */
function inLock(text: string, version: string): string {
  const lock = JSON.parse(text) as {
    version: string
    packages: Record<string, { version?: string; dependencies?: Record<string, string> }>
  } // npm's format 3
  lock.version = version
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path.includes('node_modules')) continue
    entry.version = version
    for (const name of Object.keys(entry.dependencies ?? {})) {
      if (name.startsWith('@task-service/'))
        entry.dependencies = { ...entry.dependencies, [name]: version }
    }
  }
  return `${JSON.stringify(lock, null, 2)}\n`
}

function placesOf(file: string): RegExp[] {
  if (file === 'package-lock.json') return []
  return PLACES.filter(({ files }) => new RegExp(files).test(file)).map(
    ({ pattern }) => new RegExp(pattern, 'gm'),
  )
}

function listFiles(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  return listed
    .split('\0')
    .filter((file) => /\.(md|ts|py|toml|json|ya?ml)$|Dockerfile$/.test(file) && !HISTORY.test(file))
}

function read(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
