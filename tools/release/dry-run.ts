// Builds a release in a folder and verifies it, without a network and without publishing anything.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runGit } from '../ci/git.ts'
import type { Artifact } from './artifacts.ts'
import { findSourceFaults } from './check-sources.ts'
import { buildImages, type ImageFacts } from './images.ts'
import { buildPackages } from './packages/build-packages.ts'
import { lintPackages } from './packages/lint-packages.ts'
import { writeSbom } from './packages/sbom.ts'
import { tryPackages } from './packages/try-packages.ts'
import { provenanceOf } from './provenance.ts'
import { NOTES, PROVENANCE, writeManifest } from './release-manifest.ts'
import { releaseNotes } from './release-notes.ts'
import { readMigrations, upgradeFacts } from './upgrade-notes.ts'
import { findReleaseFaults } from './verify-release.ts'

const root = join(import.meta.dirname, '../..')

export type DryRunOptions = {
  version: string
  out: string
  /** False: only what is built and described, not whether it works. */
  tries: boolean
  images: boolean
  log: (line: string) => void
}

export type DryRun = { faults: string[]; artifacts: Artifact[]; images: ImageFacts[] }

/** Stops at the first step that finds faults: the next ones would check something else than a release. */
export async function dryRun(options: DryRunOptions): Promise<DryRun> {
  const { version, out, log } = options
  const faults = findSourceFaults(version)
  if (faults.length > 0) return { faults, artifacts: [], images: [] }
  log('sources: clean, one version, changelog and upgrade notes complete')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const commit = runGit('rev-parse', 'HEAD')
  const commitTime = new Date(Number(runGit('log', '-1', '--format=%ct')) * 1_000).toISOString()
  const artifacts = await describePackages(options, commitTime)
  const linted = await lintPackages(out, artifacts)
  if (linted.length > 0) return { faults: linted, artifacts, images: [] }
  log('publint and attw: no findings')
  if (options.tries) {
    const tried = await tryPackages(out, version, artifacts)
    if (tried.length > 0) return { faults: tried, artifacts, images: [] }
    log(`installed offline and used with a service: ${artifacts.length} files`)
  }
  const images = options.images
    ? buildImages({ version, commit, commitTime }, log).map((image) => writeImageSbom(out, image))
    : []
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  writeFileSync(join(out, NOTES), `${releaseNotes(changelog, version)}\n`)
  const statement = provenanceOf(artifacts, { version, commit })
  writeFileSync(join(out, PROVENANCE), `${JSON.stringify(statement, null, 2)}\n`)
  const schema = upgradeFacts(changelog, version, readMigrations())
  writeManifest(out, { version, commit, time: commitTime, schema, packages: artifacts, images })
  return { faults: findReleaseFaults(out), artifacts, images }
}

async function describePackages(
  { out, version, log }: DryRunOptions,
  commitTime: string,
): Promise<Artifact[]> {
  const artifacts: Artifact[] = []
  for (const one of await buildPackages(out)) {
    artifacts.push({ ...one, sbom: await writeSbom(out, one, { version, commitTime }) })
    log(`${one.file}: ${one.bytes} bytes, sha256 ${one.sha256}, the same in two builds`)
  }
  return artifacts
}

function writeImageSbom(out: string, image: ImageFacts): ImageFacts {
  if (image.state !== 'built') return image
  const sbom = `image-${image.name.split('/').at(-1)}-${image.tag}.cdx.json`
  writeFileSync(join(out, sbom), image.sbom)
  return { ...image, sbom }
}
