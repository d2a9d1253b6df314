// The file of an import: its format, its content without reading it into memory, and the key that makes a second upload the first.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CommandError } from '#cli/program/command-error.ts'

export type Format = 'csv' | 'jsonl'

export type ImportFile = {
  name: string
  format: Format
  content: Blob
  /** Of the content. */
  digest: string
  remove: () => Promise<void>
}

export async function openImportFile(file: string, given: string | undefined): Promise<ImportFile> {
  const format = formatOf(file, given)
  if (file !== '-') return describe(file, basename(file), format, async () => undefined)
  const folder = await mkdtemp(join(tmpdir(), 'tasks-import-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const path = join(folder, 'stdin')
    await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }))
    return await describe(path, `stdin.${format}`, format, remove)
  } catch (error) {
    await remove()
    throw error
  }
}

async function describe(
  path: string,
  name: string,
  format: Format,
  remove: () => Promise<void>,
): Promise<ImportFile> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
    const content = await openAsBlob(path)
    return { name: nameOf(name, format), format, content, digest: hash.digest('hex'), remove }
  } catch (error) {
    throw new CommandError('not_found', `${path} cannot be read: ${(error as Error).message}`) // of the file system
  }
}

/** Names with characters that the server rejects are of no use to anyone. */
function nameOf(name: string, format: Format): string {
  return /^[\w .()-]{1,200}$/.test(name) && name.trim() === name ? name : `import.${format}`
}

function formatOf(file: string, given: string | undefined): Format {
  if (given === 'csv' || given === 'jsonl') return given
  const extension = extname(file).toLowerCase()
  if (extension === '.csv' || extension === '.tsv') return 'csv'
  if (['.jsonl', '.ndjson'].includes(extension)) return 'jsonl'
  throw new CommandError(
    'usage',
    `The format of ${file} is unknown.`,
    'Add --format csv or --format jsonl.',
  )
}

/** The same file with the same options is the same import, for as long as the server remembers the key. */
export function uploadKey(parts: readonly unknown[] | undefined): string {
  if (parts === undefined) return `import-${randomUUID()}`
  return `import-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`
}
