// The rows of a result as the text they travel and are stored as, and back: row by row, so that a long result is never in
// memory as a whole.
import { createHash } from 'node:crypto'
import type { EdgeResult } from '@task-service/contract'
import { invalidFrame } from './errors.ts'

/** Longer than anything that is shown or handed to an integration: such a row would only cost memory. */
export const MAX_ROW_BYTES = 8 * 2 ** 20

const SPACE = /\s/
/** What counts within a row: outside of texts and in one. Brackets in texts do not. */
const STRUCTURE = /["[\]{}]/g
const END_OF_TEXT = /["\\]/g

/** Where in `[[…],[…]]` it is: before it, before the first row, within one, behind one, behind a comma, behind all. */
type State = 'start' | 'first' | 'row' | 'behind' | 'comma' | 'end'

/** Takes the text piece by piece and gives each row as soon as all of it is there. Holds one row at most. */
export class RowReader {
  #state: State = 'start'
  #depth = 0
  #isText = false
  #isEscaped = false
  #row = ''

  end(): void {
    if (this.#state !== 'end') throw notRows()
  }

  /** The rows that end in this piece. */
  *push(piece: string): Generator<string> {
    for (let at = 0; at < piece.length; ) {
      if (this.#state !== 'row') {
        const char = piece.charAt(at)
        const opensRow = !SPACE.test(char) && this.#opensRow(char)
        // The bracket that opens a row belongs to it.
        if (!opensRow) at++
        continue
      }
      const end = this.#endOfRow(piece, at)
      this.#row += piece.slice(at, end)
      if (this.#row.length > MAX_ROW_BYTES) throw tooLong()
      at = end ?? piece.length
      if (end === undefined) return
      yield this.#row
      this.#row = ''
      this.#state = 'behind'
    }
  }

  /** Between rows. */
  #opensRow(char: string): boolean {
    const isRow = char === '[' && (this.#state === 'first' || this.#state === 'comma')
    const mayEnd = this.#state === 'first' || this.#state === 'behind'
    if (this.#state === 'start' && char === '[') this.#state = 'first'
    else if (isRow) this.#state = 'row'
    else if (this.#state === 'behind' && char === ',') this.#state = 'comma'
    else if (mayEnd && char === ']') this.#state = 'end'
    else throw notRows()
    return isRow
  }

  /** Behind its last bracket; undefined when that is not in this piece. */
  #endOfRow(piece: string, from: number): number | undefined {
    let at = this.#isEscaped ? from + 1 : from
    this.#isEscaped = false
    for (;;) {
      const wanted = this.#isText ? END_OF_TEXT : STRUCTURE
      wanted.lastIndex = at
      const char = wanted.exec(piece)?.[0]
      if (char === undefined) return undefined
      at = wanted.lastIndex
      if (char === '\\') {
        if (at === piece.length) this.#isEscaped = true
        at++
      } else if (char === '"') this.#isText = !this.#isText
      else this.#depth += char === '[' || char === '{' ? 1 : -1
      if (this.#depth === 0 && !this.#isText) return at
    }
  }
}

const tooLong = () =>
  invalidFrame(
    `A row is larger than ${MAX_ROW_BYTES} bytes. Select fewer or smaller columns in the statement.`,
  )

const notRows = () => invalidFrame('rows: must be an array of arrays.')

function parseRow(text: string): unknown[] {
  try {
    return JSON.parse(text) as unknown[] // the reader saw a bracket on either side
  } catch (cause) {
    throw invalidFrame(`rows: invalid JSON (${(cause as Error).message}).`)
  }
}

/** Throws unless the text is what was announced; the connector then sends all of it again. */
export async function checkRows(
  pieces: Iterable<string> | AsyncIterable<string>,
  result: EdgeResult,
): Promise<void> {
  const reader = new RowReader()
  const digest = createHash('sha256')
  let [bytes, rows] = [0, 0]
  for await (const piece of pieces) {
    bytes += Buffer.byteLength(piece)
    if (bytes > result.byte_count) throw invalidFrame('byte_count does not match the rows.')
    digest.update(piece)
    for (const row of reader.push(piece)) {
      parseRow(row)
      rows++
    }
  }
  if (bytes !== result.byte_count) throw invalidFrame('byte_count does not match the rows.')
  if (digest.digest('hex') !== result.sha256) throw invalidFrame('sha256 does not match the rows.')
  // Of a write, and of anything that was not done, there need not be any.
  if (bytes > 0) reader.end()
  if (rows !== result.row_count) throw invalidFrame('row_count does not match the rows.')
}

export type Most = { rows: number; bytes: number }
export type RowsPreview = { rows: unknown[][]; isCut: boolean }

/** As many as were asked for; what comes behind them is not even read. */
export async function takeSomeRows(
  pieces: Iterable<string> | AsyncIterable<string>,
  most: Most,
): Promise<RowsPreview> {
  const reader = new RowReader()
  const rows: unknown[][] = []
  let [bytes, seen] = [2, 0]
  for await (const piece of pieces) {
    for (const row of reader.push(piece)) {
      bytes += Buffer.byteLength(row) + 1
      if (rows.length === most.rows || bytes > most.bytes) return { rows, isCut: true }
      rows.push(parseRow(row))
    }
    seen += Buffer.byteLength(piece)
    // A row that continues beyond the limit does not fit either.
    if (seen - bytes > most.bytes) return { rows, isCut: true }
  }
  return { rows, isCut: false }
}
