// `npm run release -- prepare 0.2.0`: writes the version everywhere and gives the changelog its section. Nothing is committed.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setVersion } from './versions.ts'

const root = join(import.meta.dirname, '../..')

export function prepare(version: string, day = new Date().toISOString().slice(0, 10)): string[] {
  if (!/^\d+\.\d+\.\d+(-[a-z0-9.]+)?$/.test(version)) {
    throw new Error(`A version is three numbers, such as 0.2.0, got "${version}"`)
  }
  const path = join(root, 'CHANGELOG.md')
  const changelog = readFileSync(path, 'utf8')
  if (changelog.includes(`\n## ${version} `)) return setVersion(root, version)
  if (!changelog.includes('\n## Unreleased\n')) {
    throw new Error('CHANGELOG.md has no section "## Unreleased"')
  }
  writeFileSync(
    path,
    changelog.replace('\n## Unreleased\n', `\n## Unreleased\n\n## ${version} (${day})\n`),
  )
  return ['CHANGELOG.md', ...setVersion(root, version)]
}
