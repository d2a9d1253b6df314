// The files of the built dashboard, in memory: only files in the table are served, so no request path ever reaches the
// disk. The build compresses them; here the encoding is only chosen.
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** By content encoding, the best first. */
const encodings = { br: '.br', gzip: '.gz' } as const
type Encoding = keyof typeof encodings

export type Asset = { type: string; body: Buffer; encoding?: Encoding }

export type AssetTable = {
  /** The current page; undefined when nothing is built. */
  readIndex: () => Promise<string | undefined>
  find: (name: string, accepted: string) => Asset | undefined
}

type Stored = { type: string; body: Buffer; compressed: Partial<Record<Encoding, Buffer>> }

export async function openAssetTable(directory: string): Promise<AssetTable> {
  const page = join(directory, 'index.html')
  let builtAt = await findTime(page)
  let table = await load(join(directory, 'assets'))

  /** A new build has a new page and files with new names. */
  async function refresh(): Promise<void> {
    const now = await findTime(page)
    if (now === builtAt) return
    table = await load(join(directory, 'assets'))
    builtAt = now
  }

  return {
    async readIndex() {
      await refresh()
      return readFile(page, 'utf8').catch(() => undefined)
    },
    find(name, accepted) {
      const stored = table.get(name)
      if (!stored) return undefined
      const { type, body, compressed } = stored
      for (const [encoding, smaller] of Object.entries(compressed)) {
        if (accepts(accepted, encoding)) {
          return { type, body: smaller, encoding: encoding as Encoding } // a key of the record
        }
      }
      return { type, body }
    },
  }
}

/** Null when there is no page. */
async function findTime(page: string): Promise<number | null> {
  return stat(page).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  )
}

async function load(directory: string): Promise<Map<string, Stored>> {
  const names = new Set(await readdir(directory).catch(() => []))
  const table = new Map<string, Stored>()
  for (const name of names) {
    const type = types[extname(name)]
    if (type === undefined) continue
    const compressed: Stored['compressed'] = {}
    for (const [encoding, ending] of Object.entries(encodings)) {
      if (names.has(name + ending)) {
        compressed[encoding as Encoding] = await readFile(join(directory, name + ending))
      }
    }
    table.set(name, { type, body: await readFile(join(directory, name)), compressed })
  }
  return table
}

/** `gzip;q=0` excludes it; clients send no other weights for files. */
function accepts(header: string, encoding: string): boolean {
  return header
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .some(
      (part) =>
        part === encoding || (part.startsWith(`${encoding};`) && !/;\s*q=0(\.0*)?$/.test(part)),
    )
}
