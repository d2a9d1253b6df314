// A line of comma-separated values by RFC 4180, which a spreadsheet opens without running anything in it.

/**
 * Spreadsheets read a cell that begins with one of these as a formula; an apostrophe makes it text again. The wide forms are
 * those of East Asian keyboards, which Excel accepts. Apostrophes before such a character count, too: a reader that removes one
 * gets the text as it was.
 */
const FORMULA = /^'*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/
const NEEDS_QUOTES = /[",\r\n]|^[ \t]|[ \t]$/

/** A number is sent as such, because none is a formula. */
export type CsvCell = string | number

function printCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(printCell).join(',')}\r\n`
}

/** The text of a cell that `csvLine` wrote. */
export function readCellText(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
