// Texts with columns in double braces, as the integration fills them.

const NAME = /\{\{\s*([^{}\s][^{}]*?)\s*\}\}/g

export type Row = Readonly<Record<string, unknown>>

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Columns by their names; one that is not there is nothing. */
export const fillText = (template: string, row: Row): string =>
  template.replaceAll(NAME, (_, column: string) => textOf(row[column]))

/** Names that a template uses and the statement does not give. */
export const unknownColumns = (template: string, columns: readonly string[]): string[] =>
  [...template.matchAll(NAME)]
    .map(([, name = '']) => name)
    .filter((name) => !columns.includes(name))

export const rowsOf = (columns: readonly string[], rows: readonly (readonly unknown[])[]): Row[] =>
  rows.map((row) => Object.fromEntries(columns.map((name, place) => [name, row[place]])))
