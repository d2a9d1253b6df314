// Reads CSV (RFC 4180) row by row: quoted cells, line breaks in cells, CRLF, a byte order mark. Memory holds one row.
import { CommandError } from '#cli/program/command-error.ts'

export type CsvRow = { line: number; cells: string[] }

/** A file with an unclosed quote would otherwise be read as a whole. */
const ROW_MAX = 4 * 1024 * 1024

/** The most frequent one in the header, outside of quotes. */
export function detectDelimiter(text: string): string {
  const header = (text.split(/\r?\n/, 1)[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string): number => header.split(delimiter).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

export async function* readCsv(
  chunks: AsyncIterable<string>,
  delimiter?: string,
): AsyncGenerator<CsvRow, void, void> {
  let parser: CsvParser | undefined
  for await (const chunk of chunks) {
    const text = parser === undefined ? chunk.replace(/^\ufeff/, '') : chunk
    parser ??= new CsvParser(delimiter ?? detectDelimiter(text))
    yield* parser.push(text)
  }
  if (parser !== undefined) yield* parser.end()
}

class CsvParser {
  readonly #delimiter: string
  #line = 1
  #rowLine = 1
  #cells: string[] = []
  #cell = ''
  #size = 0
  #isQuoted = false
  /** The last character was a quote in a quoted cell: its end, or the first half of an escaped quote. */
  #isAfterQuote = false
  #isAfterReturn = false

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  *push(text: string): Generator<CsvRow, void, void> {
    for (const character of text) {
      if (character === '\n') this.#line++
      const row = this.#take(character)
      if (row !== undefined) yield row
    }
  }

  *end(): Generator<CsvRow, void, void> {
    if (this.#isQuoted && !this.#isAfterQuote) throw this.#unclosed()
    if (this.#size > 0 || this.#cells.length > 0) yield this.#endRow()
  }

  #take(character: string): CsvRow | undefined {
    if (++this.#size > ROW_MAX) throw this.#unclosed()
    if (this.#isQuoted && !this.#isAfterQuote) {
      if (character === '"') this.#isAfterQuote = true
      else this.#cell += character
      return undefined
    }
    if (this.#isAfterQuote && character === '"') {
      this.#cell += '"'
      this.#isAfterQuote = false
      return undefined
    }
    return this.#takeUnquoted(character)
  }

  #takeUnquoted(character: string): CsvRow | undefined {
    const isSecond = character === '\n' && this.#isAfterReturn
    this.#isAfterReturn = character === '\r'
    if (isSecond) {
      this.#size = 0
      this.#rowLine = this.#line
    } else if (character === '\n' || character === '\r') return this.#endRow()
    else if (character === this.#delimiter) this.#endCell()
    else if (character === '"' && this.#cell === '' && !this.#isAfterQuote) this.#isQuoted = true
    else this.#cell += character
    return undefined
  }

  #endCell(): void {
    this.#cells.push(this.#cell)
    this.#cell = ''
    this.#isQuoted = false
    this.#isAfterQuote = false
  }

  #endRow(): CsvRow {
    this.#endCell()
    const row = { line: this.#rowLine, cells: this.#cells }
    this.#cells = []
    this.#size = 0
    this.#rowLine = this.#line
    return row
  }

  #unclosed(): CommandError {
    return new CommandError(
      'usage',
      `The quote in the row that starts in line ${this.#rowLine} is not closed.`,
    )
  }
}
