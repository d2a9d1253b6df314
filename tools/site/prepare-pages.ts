// Writes the content of the site from the documents of the repository, which stay the only source.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CONTENT_FOLDER, contentFileOf, FILES_FOLDER, preparePage } from './prepare-page.ts'
import { findPages, root } from './site-pages.ts'

/** Replaced as a whole, so that nothing stays of a page that was renamed. */
export function preparePages(): void {
  const content = join(root, CONTENT_FOLDER)
  const publicFolder = join(root, 'site/public')
  for (const folder of [content, publicFolder]) rmSync(folder, { recursive: true, force: true })
  const pages = findPages()
  const known = new Set(pages)
  const files = new Set<string>()
  for (const page of pages) {
    const prepared = preparePage(page, readFileSync(join(root, page), 'utf8'), known)
    write(join(root, contentFileOf(page)), prepared.text)
    for (const file of prepared.files) files.add(file)
  }
  for (const file of files) copy(file, join(publicFolder, FILES_FOLDER, file))
  copy('dashboard/src/theme/icon.svg', join(publicFolder, 'icon.svg'))
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function copy(file: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  cpSync(join(root, file), path)
}
