// Which Markdown files are pages of the documentation site, and at which path.
import { globSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

const sources = [
  'docs/README.md',
  'docs/guide/*.md',
  'docs/reference/*.md',
  'docs/guarantees/*.md',
  'docs/decisions/*.md',
  'docs/runbooks/*.md',
  'deploy/README.md',
  'examples/README.md',
  'examples/*/README.md',
  'integrations/*/README.md',
  'CHANGELOG.md',
  'SECURITY.md',
]

export const findPages = (): string[] => globSync(sources, { cwd: root }).toSorted()

/** `docs/guide/tasks.md` is at `guide/tasks`, a README at its folder, `docs/README.md` at the start. */
export function slugOf(page: string): string {
  const path = page.replace(/\.md$/, '').replace(/^docs\//, '')
  return path.replace(/(^|\/)README$/, '').toLowerCase()
}
