// Texts with names in double braces, and what becomes of the names.
import type { Json } from '@task-service/kit'

const name = /\{\{\s*([^{}\s][^{}]*?)\s*\}\}/g
const onlyName = /^\s*\{\{\s*([^{}\s][^{}]*?)\s*\}\}\s*$/

export type Lookup = (name: string) => Json | undefined

export function textOf(value: Json): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export const namesIn = (template: string): string[] =>
  [...template.matchAll(name)].map(([, found = '']) => found)

/** Columns by their names; one that is not there is nothing. */
export function fillText(template: string, row: Readonly<Record<string, Json>>): string {
  return template.replace(name, (_, column: string) =>
    Object.hasOwn(row, column) ? textOf(row[column] ?? null) : '',
  )
}

/** A template that is one name and nothing else keeps the kind of its value. */
export function fillValue(template: string, look: Lookup): Json {
  const [, alone] = onlyName.exec(template) ?? []
  if (alone !== undefined) return look(alone) ?? null
  return template.replace(name, (_, found: string) => textOf(look(found) ?? null))
}
