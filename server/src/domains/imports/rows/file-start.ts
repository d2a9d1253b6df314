// What the start of a file says about it: its encoding, its delimiter, its columns, and where its rows begin.
import { IMPORT_COLUMNS_MAX, type ImportDelimiter, type ImportFormat } from '@task-service/contract'
import { fileInvalid } from '#domains/imports/errors.ts'
import { quote } from '#lib/messages/field-problem.ts'
import { readCells, splitRows } from './row-splitter.ts'
import { decodeRow, parseObject } from './row-values.ts'

export const DELIMITERS: Readonly<Record<ImportDelimiter, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
}

export type FileColumn = { name: string; samples: string[] }

export type FileStart = {
  delimiter: ImportDelimiter | null
  /** In the order of the file; those without a name are there, too. */
  columns: FileColumn[]
  dataPosition: number
  dataLine: number
}

type Options = {
  format: ImportFormat
  delimiter: ImportDelimiter | undefined
  /** There is no more of the file. */
  isEnd: boolean
}

const NAME_MAX = 500
const SAMPLE_ROWS = 20
const SAMPLES = 3
const SAMPLE_CHARACTERS = 80
const MARK = Buffer.from([0xef, 0xbb, 0xbf])

export function readStart(bytes: Buffer, options: Options): FileStart {
  if (bytes.length === 0) throw fileInvalid('The file is empty.')
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw fileInvalid(
      'The file is UTF-16, and must be UTF-8. In a spreadsheet, save it as “CSV UTF-8”.',
    )
  }
  const from = bytes.subarray(0, 3).equals(MARK) ? 3 : 0
  const start = bytes.subarray(from)
  const found = options.format === 'csv' ? readHeader(start, options) : readKeys(start, options)
  const { columns, dataPosition } = found
  if (columns.length > IMPORT_COLUMNS_MAX) {
    throw fileInvalid(
      `The file has ${columns.length} columns, and can have ${IMPORT_COLUMNS_MAX}. Remove those that are not needed.`,
    )
  }
  return { ...found, columns: columns.map(shorten), dataPosition: dataPosition + from }
}

function shorten({ name, samples }: FileColumn): FileColumn {
  const shown = [...new Set(samples.filter((sample) => sample.trim() !== ''))].slice(0, SAMPLES)
  return { name, samples: shown.map((text) => clip(text, SAMPLE_CHARACTERS)) }
}

function clip(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text
}

function readHeader(bytes: Buffer, { delimiter: given, isEnd }: Options): FileStart {
  const [line] = splitRows(bytes, { delimiter: null, isEnd, maxRows: 1 })
  if (!line) throw fileInvalid('The header is too long: the first line has no end.')
  const delimiter = given ?? detectDelimiter(textOf(bytes.subarray(0, line.end)))
  const character = DELIMITERS[delimiter]
  const byte = character.charCodeAt(0)
  const rows = splitRows(bytes, { delimiter: byte, isEnd, maxRows: SAMPLE_ROWS + 1 })
  const [header, ...samples] = rows
  const names = header && readCells(textOf(bytes.subarray(header.start, header.end)), character)
  if (!header || !names) {
    throw fileInvalid('The header is incomplete: a quote in line 1 is not closed.')
  }
  const columns = names.map((name): FileColumn => ({ name: name.trim(), samples: [] }))
  refuseBadNames(columns)
  for (const { start, end } of samples) {
    const text = decodeRow(bytes.subarray(start, end))
    const cells = text === undefined ? undefined : readCells(text, character)
    for (const [place, column] of columns.entries()) column.samples.push(cells?.[place] ?? '')
  }
  return { delimiter, columns, dataPosition: header.next, dataLine: 1 + header.lines }
}

function textOf(bytes: Buffer): string {
  const text = decodeRow(bytes)
  if (text === undefined || text.includes('\0')) {
    throw fileInvalid(
      'The file is not UTF-8. Save it in this encoding; in a spreadsheet, as “CSV UTF-8”.',
    )
  }
  return text
}

function refuseBadNames(columns: readonly FileColumn[]): void {
  const seen = new Set<string>()
  for (const { name } of columns) {
    if (name.length > NAME_MAX) {
      throw fileInvalid(
        `The column ${quote(name)} has a name of ${name.length} characters, and names can have ${NAME_MAX}. Is the first line the header?`,
      )
    }
    if (name !== '' && seen.has(name)) {
      throw fileInvalid(`The column ${quote(name)} is there twice. Rename one of them.`)
    }
    seen.add(name)
  }
  if (columns.every(({ name }) => name === '')) {
    throw fileInvalid('The first line has no names of columns.')
  }
}

/** The most frequent one in the header, outside of quotes. */
export function detectDelimiter(header: string): ImportDelimiter {
  const text = header.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: ImportDelimiter) => text.split(DELIMITERS[delimiter]).length
  const [best = 'comma'] = (['comma', 'semicolon', 'tab'] as const).toSorted(
    (a, b) => count(b) - count(a),
  )
  return best
}

/** The names in the first rows: later rows may have others, which a mapping cannot name. */
function readKeys(bytes: Buffer, { isEnd }: Options): FileStart {
  const columns = new Map<string, FileColumn>()
  for (const row of splitRows(bytes, { delimiter: null, isEnd, maxRows: SAMPLE_ROWS })) {
    const text = textOf(bytes.subarray(row.start, row.end))
    const object = text.trim() === '' ? undefined : parseObject(text)
    if (typeof object !== 'object') continue
    for (const [name, value] of Object.entries(object)) {
      const column = columns.get(name) ?? { name, samples: [] }
      columns.set(name, column)
      column.samples.push(typeof value === 'string' ? value : JSON.stringify(value))
    }
  }
  if (columns.size === 0) {
    throw fileInvalid(
      `None of the first ${SAMPLE_ROWS} lines is a JSON object. Each line must be one, without a comma behind it.`,
    )
  }
  const found = [...columns.values()]
  refuseBadNames(found)
  return { delimiter: null, columns: found, dataPosition: 0, dataLine: 1 }
}
