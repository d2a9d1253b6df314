// `npm run release -- verify <folder>`: compares a downloaded release with its manifest.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NPM_PACKAGES, PYTHON_PACKAGE } from './artifacts.ts'
import { digestOfFile } from './digest.ts'
import { readPublished } from './packages/package-project.ts'
import type { Sbom } from './packages/sbom.ts'
import type { Statement } from './provenance.ts'
import {
  MANIFEST,
  PROVENANCE,
  type ReleaseManifest,
  readManifest,
  SUMS,
} from './release-manifest.ts'

export function findReleaseFaults(folder: string): string[] {
  for (const name of [MANIFEST, SUMS]) {
    if (!existsSync(join(folder, name))) return [`${name} is missing`]
  }
  const manifest = readManifest(folder)
  return [
    ...findFileFaults(folder, manifest),
    ...findSumFaults(folder, manifest),
    ...findPackageFaults(folder, manifest),
    ...findProvenanceFaults(folder, manifest),
  ]
}

function findFileFaults(folder: string, { files }: ReleaseManifest): string[] {
  const present = readdirSync(folder).filter((name) => name !== MANIFEST && name !== SUMS)
  const changed = Object.entries(files).flatMap(([name, digest]) => {
    if (!present.includes(name)) return [`${name} is missing`]
    return digestOfFile(join(folder, name)) === digest ? [] : [`${name} has another digest`]
  })
  const unlisted = present.filter((name) => !(name in files))
  return [...changed, ...unlisted.map((name) => `${name} is not part of the release`)]
}

function findSumFaults(folder: string, { files }: ReleaseManifest): string[] {
  const expected = [...Object.keys(files), MANIFEST]
    .toSorted()
    .map((name) => `${files[name] ?? digestOfFile(join(folder, MANIFEST))}  ${name}\n`)
  const same = readFileSync(join(folder, SUMS), 'utf8') === expected.join('')
  return same ? [] : [`${SUMS} and ${MANIFEST} differ`]
}

function findPackageFaults(folder: string, { packages, version }: ReleaseManifest): string[] {
  const names = new Set(packages.map(({ name }) => name))
  const missing = [...NPM_PACKAGES.map(({ name }) => name), PYTHON_PACKAGE]
    .filter((name) => !names.has(name))
    .map((name) => `${name} is missing`)
  const wrong = packages.flatMap(({ name, kind, file, sbom, sha256 }) => {
    const isHere = existsSync(join(folder, file)) && existsSync(join(folder, sbom))
    if (!isHere || digestOfFile(join(folder, file)) !== sha256)
      return [`${file} or its SBOM differs`]
    const { metadata } = JSON.parse(readFileSync(join(folder, sbom), 'utf8')) as Sbom // our own file
    const { purl, hashes = [] } = metadata.component
    const faults =
      purl.endsWith(`@${version}`) && hashes[0]?.content === sha256
        ? []
        : [`${sbom} describes another package`]
    if (kind !== 'npm') return faults
    const published = readPublished(join(folder, file))
    const isRight = published.name === name && published.version === version && !published.private
    return isRight ? faults : [...faults, `${file} is ${published.name}@${published.version}`]
  })
  return [...missing, ...wrong]
}

function findProvenanceFaults(folder: string, manifest: ReleaseManifest): string[] {
  const path = join(folder, PROVENANCE)
  if (!existsSync(path)) return []
  const { subject, predicate } = JSON.parse(readFileSync(path, 'utf8')) as Statement // our own file
  const said = subject.map(({ name, digest }) => `${digest.sha256} ${name}`).toSorted()
  const made = manifest.packages.map(({ file, sha256 }) => `${sha256} ${file}`).toSorted()
  const [source] = predicate.buildDefinition.resolvedDependencies
  return [
    ...(said.join() === made.join() ? [] : ['the provenance statement is about other files']),
    ...(source?.digest['gitCommit'] === manifest.commit
      ? []
      : ['the provenance statement is about another commit']),
  ]
}
