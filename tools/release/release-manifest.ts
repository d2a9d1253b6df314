// `release.json`, which lists everything that belongs to a release, and `SHA256SUMS`, which includes it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Artifact } from './artifacts.ts'
import { digestOfFile } from './digest.ts'
import type { ImageFacts } from './images.ts'
import type { UpgradeFacts } from './upgrade-notes.ts'

export const MANIFEST = 'release.json'
export const SUMS = 'SHA256SUMS'
export const PROVENANCE = 'provenance.intoto.json'
export const NOTES = 'release-notes.md'

export type ReleaseManifest = {
  readonly format: 1
  readonly version: string
  readonly commit: string
  /** Of the commit. */
  readonly time: string
  readonly schema: UpgradeFacts
  readonly packages: readonly Artifact[]
  readonly images: readonly ImageFacts[]
  /** Digest of each other file in the folder. */
  readonly files: Readonly<Record<string, string>>
}

export function writeManifest(out: string, facts: Omit<ReleaseManifest, 'format' | 'files'>): void {
  const names = readdirSync(out).filter((name) => name !== MANIFEST && name !== SUMS)
  const files = Object.fromEntries(
    names.toSorted().map((name) => [name, digestOfFile(join(out, name))]),
  )
  const manifest: ReleaseManifest = { format: 1, ...facts, files }
  writeFileSync(join(out, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
  const sums = [...names, MANIFEST]
    .toSorted()
    .map((name) => `${digestOfFile(join(out, name))}  ${name}\n`)
  writeFileSync(join(out, SUMS), sums.join(''))
}

export function readManifest(folder: string): ReleaseManifest {
  return JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as ReleaseManifest // compared with the files
}
