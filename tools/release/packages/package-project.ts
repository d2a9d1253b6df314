// Empty projects: one that has a package as its only dependency, and one that is the package itself, for its SBOM.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NpmPackage } from '../artifacts.ts'
import { type Lock, lockSubset } from './lock-subset.ts'

const root = join(import.meta.dirname, '../../..')

export type PublishedManifest = {
  name: string
  version: string
  private?: boolean
  bin?: Record<string, string>
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export function readPublished(tarball: string): PublishedManifest {
  const text = execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' })
  return JSON.parse(text) as PublishedManifest // written by our own packing
}

/** `npm ci` then installs the tarball and its dependencies. */
export function writeConsumer(folder: string, source: NpmPackage, tarball: string): void {
  const manifest = readPublished(tarball)
  const spec = `file:${tarball}`
  const place = `node_modules/${manifest.name}`
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  const { dependencies = {}, peerDependencies, peerDependenciesMeta, bin } = manifest
  const project = { name: 'empty', private: true, type: 'module' }
  writeProject(
    folder,
    { ...project, dependencies: { [manifest.name]: spec } },
    {
      '': { name: 'empty', dependencies: { [manifest.name]: spec } },
      [place]: {
        version: manifest.version,
        resolved: spec,
        integrity,
        dependencies,
        ...(peerDependencies && { peerDependencies }),
        ...(peerDependenciesMeta && { peerDependenciesMeta }),
        ...(bin && { bin }),
      },
      ...lockSubset(readLock(), source.workspace, Object.keys(dependencies), place),
    },
  )
}

/** `npm sbom` then describes the package. */
export function writeSelf(folder: string, source: NpmPackage, tarball: string): void {
  const { peerDependencies: _, peerDependenciesMeta: __, ...manifest } = readPublished(tarball)
  const { name, version, dependencies = {} } = manifest
  const subset = lockSubset(readLock(), source.workspace, Object.keys(dependencies), '')
  writeProject(folder, manifest, { '': { name, version, dependencies }, ...subset })
}

function writeProject(folder: string, manifest: object, packages: object): void {
  mkdirSync(folder, { recursive: true })
  const lock = { name: 'empty', lockfileVersion: 3, requires: true, packages }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock, null, 2))
}

function readLock(): Lock {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock // npm's format 3
}
