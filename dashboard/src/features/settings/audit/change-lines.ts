// The differences of a change, one line for each value: objects are compared field by field.
import type { FieldChange } from '@task-service/contract'

export type ChangeLine = { path: string; from: unknown; to: unknown }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function walk(path: string, from: unknown, to: unknown): ChangeLine[] {
  if (!isObject(from) || !isObject(to)) return [{ path, from, to }]
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return names
    .filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
    .flatMap((name) => walk(`${path}.${name}`, from[name], to[name]))
}

export const linesOf = (changes: readonly FieldChange[]): ChangeLine[] =>
  changes.flatMap(({ field, from, to }) => walk(field, from, to))
