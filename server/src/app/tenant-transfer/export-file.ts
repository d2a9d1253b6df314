// The file of an export: lines of JSON, compressed, whose last line is the checksum of all others. A file that was cut off or damaged is
// rejected before its first row is used.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import {
  type ExportHeader,
  ExportRefused,
  type ExportTrailer,
  FORMAT,
  FORMAT_VERSION,
} from './export-header.ts'

/** It has the data of a tenant; only its owner can read it. */
const MODE = 0o600
/** Fast; the rest is up to a program such as xz. */
const LEVEL = 4
/** The content of the largest row, as text. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

/** Never overwrites; removes what it began if `blocks` fails. */
export async function writeExport(file: string, blocks: AsyncIterable<string[]>): Promise<void> {
  const out = createWriteStream(file, { flags: 'wx', mode: MODE, flush: true })
  try {
    await pipeline(Readable.from(withTrailer(blocks)), createGzip({ level: LEVEL }), out)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(file, { force: true })
    throw error
  }
}

async function* withTrailer(blocks: AsyncIterable<string[]>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let count = 0
  for await (const block of blocks) {
    if (block.length === 0) continue
    const text = `${block.join('\n')}\n`
    hash.update(text)
    count += block.length
    yield text
  }
  yield `${JSON.stringify({ lines: count, sha256: hash.digest('hex') } satisfies ExportTrailer)}\n`
}

/** Reads all of it. The header of a file that is complete and unchanged; otherwise throws ExportRefused. */
export async function verifyExport(file: string): Promise<ExportHeader> {
  for await (const { header, lines } of readExport(file)) {
    for await (const _ of lines) continue
    return header
  }
  throw new ExportRefused(`${file} is empty.`)
}

export type OpenedExport = {
  header: ExportHeader
  /** The lines between the first and the last. Throws at the end if the checksum is another. */
  lines: AsyncGenerator<string>
}

/** One item, so that leaving the loop closes the file. */
export async function* readExport(file: string): AsyncGenerator<OpenedExport> {
  const source = createReadStream(file)
  const unpacked = createGunzip()
  source.on('error', (error) => unpacked.destroy(error))
  const lines = verified(file, splitLines(source.pipe(unpacked)))
  try {
    const first = await lines.next()
    yield { header: readHeader(file, first.done ? '' : first.value), lines }
  } finally {
    source.destroy()
    unpacked.destroy()
  }
}

async function* verified(file: string, lines: AsyncGenerator<Buffer>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let count = 0
  let last: Buffer | undefined
  for await (const line of explained(file, lines)) {
    if (last !== undefined) {
      hash.update(last).update('\n')
      count++
      yield last.toString()
    }
    last = line
  }
  const trailer = readTrailer(last)
  if (trailer?.lines !== count || trailer.sha256 !== hash.digest('hex')) {
    throw new ExportRefused(
      `${file} is damaged or not complete: its checksum is wrong. Nothing of it can be used. Copy or export it again.`,
    )
  }
}

async function* explained(file: string, lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* lines
  } catch (error) {
    throw explain(file, error)
  }
}

/** At line feeds only: a reader of lines would also split at separators inside of texts. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)])
      start = end + 1
      rest = []
      bytes = 0
    }
    rest.push(chunk.subarray(start))
    bytes += chunk.length - start
    if (bytes > MAX_LINE_BYTES) throw new ExportRefused('A line of the file is too long.')
  }
  if (bytes > 0) yield Buffer.concat(rest)
}

function readHeader(file: string, line: string): ExportHeader {
  const header = parse(line) as Partial<ExportHeader> | undefined // the checksum covers it
  if (header?.format !== FORMAT) {
    throw new ExportRefused(`${file} is not an export of task-service tenant export.`)
  }
  if (header.version !== FORMAT_VERSION) {
    throw new ExportRefused(
      `${file} has version ${header.version} of the format, and this program reads version ${FORMAT_VERSION}. Use the version of Task Service that exported it (${header.source_version}), or a later one.`,
    )
  }
  return header as ExportHeader // written by this version of the format
}

const readTrailer = (line: Buffer | undefined) =>
  parse(line?.toString() ?? '') as Partial<ExportTrailer> | undefined // each field is compared

function parse(line: string): unknown {
  try {
    return (JSON.parse(line) as unknown) ?? undefined
  } catch {
    return undefined
  }
}

/** What the decompressor found is damage, too. */
function explain(file: string, error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException // thrown by node:fs or node:zlib
  if (code.startsWith('Z_')) {
    return new ExportRefused(
      `${file} is damaged or not complete: ${message}. Nothing of it can be used. Copy or export it again.`,
    )
  }
  if (['ENOENT', 'EACCES', 'EISDIR'].includes(code)) {
    return new ExportRefused(`Cannot read ${file}: ${message}`)
  }
  return error
}
