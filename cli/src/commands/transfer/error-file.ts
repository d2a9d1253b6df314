// Rows that were rejected, in the format of the import and with the reason, so that they can be fixed and imported.
import { once } from 'node:events'
import { createWriteStream, existsSync, type WriteStream } from 'node:fs'
import { printJson } from '#cli/terminal/neutralize.ts'
import { printCsvRow } from './print-csv.ts'
import type { Format, SourceRow } from './read-rows.ts'

export class ErrorFile {
  readonly path: string
  readonly #format: Format
  readonly #isContinued: boolean
  #stream: WriteStream | undefined
  #columns: string[] = []

  constructor(path: string, format: Format, isContinued: boolean) {
    this.path = path
    this.#format = format
    this.#isContinued = isContinued
  }

  async add({ line, values }: SourceRow, error: string): Promise<void> {
    const row = { ...values, _line: line, _error: error }
    this.#stream ??= this.#open(row)
    const cells = this.#columns.map((name) => textOf(row[name as keyof typeof row]))
    const text = this.#format === 'csv' ? printCsvRow(cells) : `${printJson(row)}\n`
    if (!this.#stream.write(text)) await once(this.#stream, 'drain')
  }

  async end(): Promise<void> {
    if (this.#stream === undefined) return
    this.#stream.end()
    await once(this.#stream, 'close')
  }

  #open(row: Record<string, unknown>): WriteStream {
    this.#columns = Object.keys(row)
    const hasHeader = this.#isContinued && existsSync(this.path)
    const stream = createWriteStream(this.path, {
      flags: this.#isContinued ? 'a' : 'w',
      mode: 0o600,
    })
    if (this.#format === 'csv' && !hasHeader) stream.write(printCsvRow(this.#columns))
    return stream
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
