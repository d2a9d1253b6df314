// The values of one row, by the names of their columns, or what is wrong with the row as a whole.
import type { ImportFormat } from '@task-service/contract'
import { readCellText } from '#lib/csv-line.ts'
import { readCells } from './row-splitter.ts'

export type RowValues = { values: Map<string, unknown> } | { fault: string }

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Undefined if it is not UTF-8. */
export function decodeRow(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

export type Layout = {
  format: ImportFormat
  delimiter: string | null
  /** All columns of a CSV file, in their order. */
  names: readonly string[]
}

/** Undefined for a blank row. */
export function readRow(bytes: Buffer, layout: Layout): RowValues | undefined {
  const text = decodeRow(bytes)
  if (text === undefined) return { fault: 'The row is not UTF-8. Save the file in this encoding.' }
  if (text.trim() === '') return undefined
  if (text.includes('\0')) return { fault: 'The row contains a NUL character. Remove it.' }
  return layout.delimiter === null
    ? readObject(text)
    : readCsv(text, layout.delimiter, layout.names)
}

function readCsv(text: string, delimiter: string, names: readonly string[]): RowValues | undefined {
  const cells = readCells(text, delimiter)
  if (!cells) return { fault: 'A quote in this row is not closed.' }
  if (cells.every((cell) => cell.trim() === '')) return undefined
  const extra = cells.slice(names.length).some((cell) => cell !== '')
  if (extra) {
    return {
      fault: `The row has ${cells.length} values, and the header has ${names.length}. Put values that contain the delimiter in quotes.`,
    }
  }
  const values = names.map((name, place): [string, string] => [
    name,
    readCellText(cells[place] ?? ''),
  ])
  return { values: new Map(values) }
}

function readObject(text: string): RowValues {
  const object = parseObject(text)
  if (typeof object === 'string') return { fault: object }
  return { values: new Map(Object.entries(object)) }
}

/** The object of a line, or what is wrong with the line. The position only, because the text may contain secrets. */
export function parseObject(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown> // checked just now
    }
    return 'The row is not a JSON object.'
  } catch {
    return 'The row is not valid JSON.'
  }
}
