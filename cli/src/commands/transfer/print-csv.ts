// Writes rows of CSV. Spreadsheets run a cell as a formula if it starts with one of a few characters.

const FORMULA = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/

export const escapeFormula = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell)

const quote = (cell: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

export const printCsvRow = (cells: readonly string[]): string => `${cells.map(quote).join(',')}\r\n`
