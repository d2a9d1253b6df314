// The rows of a file or of standard input, in one of two formats, one after the other.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import { CommandError } from '#cli/program/command-error.ts'
import { readCsv } from './read-csv.ts'

export type Format = 'csv' | 'jsonl'

export type SourceRow = {
  line: number
  /** By column; JSON Lines can have values of any kind. */
  values: Record<string, unknown>
  /** The row is not valid. */
  fault?: string
}

export function formatOf(file: string, given: string | undefined): Format {
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

/** For the progress; unknown for standard input. */
export async function sizeOf(file: string): Promise<number | undefined> {
  if (file === '-') return undefined
  try {
    return (await stat(file)).size
  } catch (error) {
    throw new CommandError('not_found', `${file} cannot be read: ${(error as Error).message}`)
  }
}

export type RowSource = {
  file: string
  format: Format
  delimiter: string | undefined
  onBytes: (count: number) => void
}

export async function* readRows(source: RowSource): AsyncGenerator<SourceRow, void, void> {
  const stream = source.file === '-' ? process.stdin : createReadStream(source.file)
  stream.on('data', (chunk: Buffer | string) => source.onBytes(Buffer.byteLength(chunk)))
  stream.pause()
  try {
    stream.setEncoding('utf8')
    yield* source.format === 'csv' ? csvRows(stream, source) : jsonRows(stream)
  } finally {
    if (source.file !== '-') stream.destroy()
  }
}

async function* csvRows(stream: AsyncIterable<string>, { delimiter }: RowSource) {
  let header: string[] | undefined
  for await (const { line, cells } of readCsv(stream, delimiter)) {
    if (header === undefined) {
      header = cells.map((name) => name.trim())
      checkHeader(header)
      continue
    }
    if (cells.length === 1 && cells[0]?.trim() === '') continue
    const values = Object.fromEntries(header.map((name, at) => [name, cells[at] ?? '']))
    const fault =
      cells.length > header.length
        ? `The row has ${cells.length} cells, and the header has ${header.length}.`
        : undefined
    yield { line, values, ...(fault !== undefined && { fault }) }
  }
}

function checkHeader(header: readonly string[]): void {
  const twice = header.find((name, at) => name !== '' && header.indexOf(name) !== at)
  if (twice !== undefined)
    throw new CommandError('usage', `The column "${twice}" appears twice in the header.`)
}

async function* jsonRows(stream: NodeJS.ReadableStream): AsyncGenerator<SourceRow, void, void> {
  let line = 0
  for await (const text of createInterface({
    input: stream,
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line++
    if (text.trim() === '') continue
    yield parseRow(line, line === 1 ? text.replace(/^\ufeff/, '') : text)
  }
}

function parseRow(line: number, text: string): SourceRow {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { line, values: value as Record<string, unknown> } // checked just now
    }
    return { line, values: { _text: text }, fault: 'The row is not a JSON object.' }
  } catch (error) {
    return { line, values: { _text: text }, fault: `Invalid JSON: ${(error as Error).message}` }
  }
}
