// The files of the built documentation: a table of their names, so that no request path ever reaches the disk. Their content is
// read when it is sent; it would be a considerable part of the memory of a process.
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.xml': 'application/xml; charset=utf-8',
}
/** Code of examples, which is shown. */
const shown = new Set(['.mjs', '.ts', '.py', '.sh', '.sql', '.txt', '.yaml', '.yml'])
const TEXT = 'text/plain; charset=utf-8'
/** The index of the search, which is compressed already. */
const BINARY = 'application/octet-stream'

/** By content encoding, the best first. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** Written by `npm run build -- docs` as the last file of a build. */
const STAMP = '.made-from'

export type DocsFile = {
  type: string
  /** True for files whose name changes with their content. */
  isImmutable: boolean
  etag: string
  encoding?: 'br' | 'gzip'
  read: () => Promise<Buffer>
}

export type DocsTable = {
  isBuilt: () => Promise<boolean>
  find: (path: string, accepted: string) => Promise<DocsFile | undefined>
}

export function openDocsTable(directory: string): DocsTable {
  let builtAt: number | null = null
  let build = ''
  let names = new Set<string>()

  /** A new build replaces the folder while the service runs. */
  async function refresh(): Promise<void> {
    const now = await findTime(join(directory, STAMP))
    if (now === builtAt) return
    build = now === null ? '' : await readFile(join(directory, STAMP), 'utf8')
    names = now === null ? new Set() : listFiles(directory)
    builtAt = now
  }

  return {
    async isBuilt() {
      await refresh()
      return builtAt !== null
    },
    async find(path, accepted) {
      await refresh()
      if (!names.has(path) || path === STAMP) return undefined
      const [encoding, ending] = encodings.find(
        ([name, suffix]) => names.has(path + suffix) && accepts(accepted, name),
      ) ?? [undefined, '']
      const tag = createHash('sha256').update(`${build} ${path}${ending}`).digest('base64url')
      return {
        type: typeOf(path),
        isImmutable: path.startsWith('_astro/'),
        etag: `"${tag}"`,
        ...(encoding && { encoding }),
        read: () => readFile(join(directory, path + ending)),
      }
    },
  }
}

function typeOf(path: string): string {
  const extension = extname(path)
  return types[extension] ?? (shown.has(extension) ? TEXT : BINARY)
}

function listFiles(directory: string): Set<string> {
  const entries = globSync('**/*', { cwd: directory, withFileTypes: true })
  // A link could lead out of the folder.
  const files = entries.filter((entry) => entry.isFile())
  return new Set(
    files.map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1)),
  )
}

/** Null when nothing is built. */
const findTime = (file: string): Promise<number | null> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  )

/** `gzip;q=0` excludes it; clients send no other weights for files. */
function accepts(header: string, encoding: string): boolean {
  const parts = header.split(',').map((part) => part.trim().toLowerCase())
  return parts.some(
    (part) =>
      part === encoding || (part.startsWith(`${encoding};`) && !/;\s*q=0(\.0*)?$/.test(part)),
  )
}
