// The rejected rows of an import as a file of the same format, with the line and the reasons, made while it is sent.
import type { ImportFormat } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { DELIMITERS, decodeRow, type RowFault, readRow } from '#domains/imports/rows/index.ts'
import { csvLine } from '#lib/csv-line.ts'
import { listErrors, type RejectedRow, readBytes } from '../store/content.ts'
import type { ImportRow } from '../store/imports.ts'
import { getRow } from './manage-import.ts'

type InTenant = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>

const PAGE_ROWS = 100
const PIECE_CHARACTERS = 64 * 1024

/** Each page is read after the previous one was consumed, in a transaction of its own. */
export async function* printErrors(
  inTenant: InTenant,
  importId: string,
  format: ImportFormat,
): AsyncGenerator<string, void, void> {
  const row = await inTenant((ctx) => getRow(ctx, importId))
  const names = row.columns.map(({ name }) => name)
  let text = format === 'csv' ? csvLine([...names, '_line', '_error', '_text']) : ''
  let page: RejectedRow[]
  let after = 0
  do {
    const position = { after, limit: PAGE_ROWS }
    page = await inTenant(({ tx }) => listErrors(tx, row.id, position))
    for (const rejected of page) {
      const content = await inTenant(({ tx }) => readBytes(tx, row.id, rejected))
      text += printRow(readValues(row, names, content), names, format, rejected)
      if (text.length < PIECE_CHARACTERS) continue
      yield text
      text = ''
    }
    after = page.at(-1)?.line ?? after
  } while (page.length === PAGE_ROWS)
  yield text
}

type Values = ReadonlyMap<string, unknown>

/** A row that cannot be divided into values has only its text. */
function readValues(
  { format, delimiter }: ImportRow,
  names: readonly string[],
  content: Buffer,
): Values {
  const layout = { format, delimiter: delimiter && DELIMITERS[delimiter], names }
  const read = readRow(content, layout)
  return read && 'values' in read ? read.values : new Map([['_text', textOf(content)]])
}

function printRow(
  values: Values,
  names: readonly string[],
  format: ImportFormat,
  { line, errors }: RejectedRow,
): string {
  const reasons = errors.map(describe).join('; ')
  if (format === 'csv') {
    const cells = names.map((name) => cellOf(values.get(name)))
    return csvLine([...cells, line, reasons, cellOf(values.get('_text'))])
  }
  return `${JSON.stringify({ ...Object.fromEntries(values), _line: line, _error: reasons })}\n`
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function textOf(content: Buffer): string {
  return (decodeRow(content) ?? content.toString('latin1')).replaceAll('\0', '\ufffd')
}

function describe({ column, message }: RowFault): string {
  return column === null ? message : `${column}: ${message}`
}
