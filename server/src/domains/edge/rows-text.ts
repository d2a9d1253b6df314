// The rows of a result as the text they travel and are stored as, and back.
import { hash } from 'node:crypto'
import type { EdgeResult } from '@task-service/contract'
import { invalidFrame } from './errors.ts'

/** Throws unless the text is what was announced; the connector then sends all of it again. */
export function checkRows(text: string, result: EdgeResult): void {
  if (Buffer.byteLength(text) !== result.byte_count) throw invalidFrame('byte_count is another.')
  if (hash('sha256', text, 'hex') !== result.sha256) throw invalidFrame('sha256 is another.')
  if (parseRows(text).length !== result.row_count) throw invalidFrame('row_count is another.')
}

/** Of a write, and of anything that was not done, there need not be any. */
export function parseRows(text: string): unknown[][] {
  if (text === '') return []
  const rows = parse(text)
  if (!Array.isArray(rows) || !rows.every(Array.isArray)) {
    throw invalidFrame('The rows are not an array of arrays.')
  }
  return rows
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalidFrame(`The rows are not JSON: ${(cause as Error).message}.`)
  }
}

export type Shown = { rows: unknown[][]; isCut: boolean }

/** As many as an answer may hold. */
export function cutRows(rows: unknown[][], most: { rows: number; bytes: number }): Shown {
  let bytes = 2
  let count = 0
  for (const row of rows) {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1
    if (count === most.rows || bytes > most.bytes) break
    count++
  }
  return { rows: rows.slice(0, count), isCut: count < rows.length }
}
