// The pages for users, and their fenced blocks.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPages } from '../../tools/site/site-pages.ts'
import { type CodeBlock, readBlocks } from '../harness/documents/code-blocks.ts'

export const root = join(import.meta.dirname, '../..')

const readmes = [
  'README.md',
  'cli/README.md',
  'edge/README.md',
  'sdk/README.md',
  'sdk-python/README.md',
]

export function documentedBlocks(): CodeBlock[] {
  const guides = findPages().filter((page) =>
    /^(docs\/README|docs\/guide\/|deploy\/|examples\/|integrations\/)/.test(page),
  )
  return [...readmes, ...guides].flatMap((page) =>
    readBlocks(page, readFileSync(join(root, page), 'utf8')),
  )
}
