// The rows that one transaction of an import reads: a bounded part of the file, which ends with a complete row.
import { UnreadableFile } from '#domains/imports/errors.ts'
import { type RowPlace, splitRows } from './row-splitter.ts'

export type FileRow = { line: number; position: number; content: Buffer }

export type Slice = {
  rows: FileRow[]
  /** Where the next row begins. */
  position: number
  line: number
  isEnd: boolean
}

export type SliceOptions = {
  from: { position: number; line: number }
  /** Of the file. */
  bytes: number
  delimiter: string | null
  read: (part: { position: number; bytes: number }) => Promise<Buffer>
}

/** Of one transaction, which holds the counter of the tenant's tasks. */
export const SLICE_ROWS = 500
const SLICE_BYTES = 128 * 1024
/** More than a task can have, with quotes. A file with a quote that is not closed would otherwise be read as a whole. */
export const ROW_BYTES_MAX = 4 * 2 ** 20

export async function readSlice({ from, bytes, delimiter, read }: SliceOptions): Promise<Slice> {
  const left = bytes - from.position
  if (left <= 0) return { rows: [], ...from, isEnd: true }
  for (let wanted = SLICE_BYTES; ; wanted *= 8) {
    const size = Math.min(wanted, ROW_BYTES_MAX, left)
    const buffer = await read({ position: from.position, bytes: size })
    if (buffer.length < size) throw new UnreadableFile('The file is incomplete. Upload it again.')
    const places = splitRows(buffer, {
      delimiter: delimiter === null ? null : delimiter.charCodeAt(0),
      isEnd: size === left,
      maxRows: SLICE_ROWS,
    })
    if (places.length > 0) return toSlice(buffer, places, from, bytes)
    if (size === ROW_BYTES_MAX) throw tooLong(from.line, delimiter !== null)
  }
}

function tooLong(line: number, isCsv: boolean): UnreadableFile {
  const most = ROW_BYTES_MAX.toLocaleString('en')
  const hint = isCsv ? ' Is a quote in it not closed?' : ''
  return new UnreadableFile(
    `The row that begins in line ${line} is too long: maximum ${most} bytes.${hint}`,
  )
}

function toSlice(
  buffer: Buffer,
  places: readonly RowPlace[],
  from: SliceOptions['from'],
  bytes: number,
): Slice {
  const rows: FileRow[] = []
  let { line } = from
  for (const { start, end, lines } of places) {
    rows.push({ line, position: from.position + start, content: buffer.subarray(start, end) })
    line += lines
  }
  const position = from.position + (places.at(-1)?.next ?? 0)
  return { rows, position, line, isEnd: position >= bytes }
}
