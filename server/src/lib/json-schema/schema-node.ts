// A JSON Schema as it is stored, and the references inside of it.
import { unescapeSegment } from '../messages/json-pointer.ts'

export type SchemaObject = Record<string, unknown>

export function isObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Own properties only: `constructor` and the like are names that a caller may use. */
export function own(object: SchemaObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

const LOCAL = /^#\/(?<container>\$defs|definitions)\/(?<name>[^/]+)$/u

/** Undefined for a reference to another document, and to anything but the root and definitions of this one. */
export function resolveReference(root: SchemaObject, reference: unknown): unknown {
  if (reference === '#') return root
  if (typeof reference !== 'string') return undefined
  const { container = '', name = '' } = LOCAL.exec(reference)?.groups ?? {}
  const definitions = own(root, container)
  return isObject(definitions) ? own(definitions, unescapeSegment(name)) : undefined
}
