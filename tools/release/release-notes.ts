// `node tools/release/release-notes.ts 0.1.0`: prints the section of a version in the changelog, for the release page.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export function releaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m)
  const section = sections.find(
    (text) => text.startsWith(`${version} `) || text.startsWith(`${version}\n`),
  )
  if (section === undefined) throw new Error(`CHANGELOG.md has no section ${version}`)
  return section.slice(section.indexOf('\n')).trim()
}

if (import.meta.main) {
  const [version = ''] = process.argv.slice(2)
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
  console.log(releaseNotes(changelog, version))
}
