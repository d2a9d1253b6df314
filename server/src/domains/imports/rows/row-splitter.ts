// Finds the rows of a file in its bytes: quotes of CSV, line breaks inside of them, and CRLF. A row is decoded only when it is
// complete, so that a piece of a file can end anywhere.

export type RowPlace = {
  /** In the buffer; `end` is before the line break, and `next` behind it. */
  start: number
  end: number
  next: number
  /** Line breaks up to `next`. */
  lines: number
}

export type SplitOptions = {
  /** Null: each line is a row. */
  delimiter: number | null
  /** The buffer ends with the file. */
  isEnd: boolean
  maxRows: number
}

const LF = 0x0a
const CR = 0x0d
const QUOTE = 0x22

/** The complete rows at the start of a buffer, which begins with one. */
export function splitRows(buffer: Buffer, options: SplitOptions): RowPlace[] {
  const rows: RowPlace[] = []
  let at = 0
  while (rows.length < options.maxRows && at < buffer.length) {
    const row = options.delimiter === null ? findLine(buffer, at) : findRow(buffer, at, options)
    if (row) rows.push(row)
    else if (options.isEnd) rows.push(lastRow(buffer, at))
    else break
    at = rows.at(-1)?.next ?? buffer.length
  }
  return rows
}

function findLine(buffer: Buffer, start: number): RowPlace | undefined {
  const at = buffer.indexOf(LF, start)
  if (at < 0) return undefined
  const end = at > start && buffer[at - 1] === CR ? at - 1 : at
  return { start, end, next: at + 1, lines: 1 }
}

function lastRow(buffer: Buffer, start: number): RowPlace {
  return { start, end: buffer.length, next: buffer.length, lines: 0 }
}

/** A quote begins a quoted value only at the start of the value; elsewhere it is a character like others. */
function findRow(
  buffer: Buffer,
  start: number,
  { delimiter, isEnd }: SplitOptions,
): RowPlace | undefined {
  let [isQuoted, isStart, lines] = [false, true, 0]
  for (let at = start; at < buffer.length; at++) {
    const byte = buffer[at]
    if (isQuoted) {
      if (byte === LF) lines++
      if (byte !== QUOTE) continue
      // Two quotes are one, and the second one may not have arrived yet.
      if (buffer[at + 1] === QUOTE) at++
      else isQuoted = false
    } else if (byte === LF || byte === CR) {
      if (byte === CR && at + 1 === buffer.length && !isEnd) return undefined
      const next = byte === CR && buffer[at + 1] === LF ? at + 2 : at + 1
      return { start, end: at, next, lines: lines + 1 }
    } else {
      isQuoted = byte === QUOTE && isStart
      isStart = byte === delimiter
    }
  }
  return undefined
}

/** The values of a row; undefined if a quote is not closed. */
export function readCells(row: string, delimiter: string): string[] | undefined {
  const cells: string[] = []
  let at = 0
  for (;;) {
    const cell = row[at] === '"' ? readQuoted(row, at, delimiter) : readPlain(row, at, delimiter)
    if (!cell) return undefined
    cells.push(cell.text)
    if (cell.next > row.length) return cells
    at = cell.next
  }
}

type Cell = { text: string; next: number }

function readPlain(row: string, start: number, delimiter: string): Cell {
  const end = row.indexOf(delimiter, start)
  if (end < 0) return { text: row.slice(start), next: row.length + 1 }
  return { text: row.slice(start, end), next: end + 1 }
}

function readQuoted(row: string, start: number, delimiter: string): Cell | undefined {
  let text = ''
  for (let at = start + 1; ; ) {
    const quote = row.indexOf('"', at)
    if (quote < 0) return undefined
    text += row.slice(at, quote)
    if (row[quote + 1] !== '"') {
      const rest = readPlain(row, quote + 1, delimiter)
      return { text: text + rest.text, next: rest.next }
    }
    text += '"'
    at = quote + 2
  }
}
