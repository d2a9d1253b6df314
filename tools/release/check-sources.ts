// What must be true of the sources before anything is built: a clean tree, one version, and complete notes.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseNotes } from './release-notes.ts'
import { findNoteFaults, readMigrations } from './upgrade-notes.ts'
import { findVersions } from './versions.ts'

const root = join(import.meta.dirname, '../..')

export function findSourceFaults(version: string): string[] {
  return [...findUncommitted(), ...findOtherVersions(version), ...findChangelogFaults(version)]
}

function findUncommitted(): string[] {
  const args = ['status', '--porcelain', '--untracked-files=normal']
  const lines = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  return lines.filter(Boolean).map((line) => `not committed: ${line.slice(3)}`)
}

function findOtherVersions(version: string): string[] {
  const found = findVersions(root)
  if (found.length === 0) return ['no file has a version']
  return found
    .filter((one) => one.version !== version)
    .map((one) => `${one.file}:${one.line} has version ${one.version} instead of ${version}`)
}

function findChangelogFaults(version: string): string[] {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  try {
    releaseNotes(changelog, version)
  } catch (error) {
    return [(error as Error).message] // of releaseNotes
  }
  if (
    !new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d{2}-\\d{2}\\)$`, 'm').test(
      changelog,
    )
  ) {
    return [
      `CHANGELOG.md: the section of ${version} has no date, such as "## ${version} (2026-12-24)"`,
    ]
  }
  return findNoteFaults(changelog, version, readMigrations())
}
