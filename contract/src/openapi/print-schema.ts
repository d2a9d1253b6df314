// Prints a schema of the contract for the OpenAPI document: what has a name becomes a reference to a component.
import { componentNameOf, type JsonObject, namedObjects } from './component-names.ts'
import { namedEnums } from './named-enums.ts'

const COMPONENTS = '#/components/schemas/'

/** Validators leave free JSON open, because the body parser checks all names; the document says so here. */
const anyJson = { $ref: `${COMPONENTS}Json` }
const anyName = { not: { const: '__proto__' } }
const JsonValue = {
  description:
    'Any JSON value, stored unchanged. The name `__proto__` is not allowed, and a body nests at most 32 levels.',
  items: anyJson,
  additionalProperties: anyJson,
  propertyNames: anyName,
}

export type SchemaPrinter = {
  readonly print: (schema: unknown) => unknown
  /** A reference to a schema that has no name in the contract. */
  readonly declare: (name: string, schema: JsonObject) => JsonObject
  /** Everything that was referred to, and what it refers to. */
  readonly components: () => Record<string, unknown>
}

export function createSchemaPrinter(): SchemaPrinter {
  const printed = new Map<string, unknown>()

  const refer = (schema: JsonObject, name: string, isNullable: boolean): JsonObject => {
    if (!printed.has(name)) {
      printed.set(name, undefined) // before its parts, which may contain it
      printed.set(name, printComponent(name, printParts))
    }
    const { description } = withoutDefault(schema)
    const reference = { $ref: COMPONENTS + name }
    const isOwn = description !== descriptionOf(name)
    return {
      ...(isNullable ? { anyOf: [reference, { type: 'null' }] } : reference),
      ...(description !== undefined && isOwn && { description }),
    }
  }
  const printParts = (schema: JsonObject): JsonObject => {
    if ('additionalProperties' in schema && schema['additionalProperties'] === true) {
      return { ...schema, additionalProperties: anyJson, propertyNames: anyName }
    }
    const parts = Object.entries(withoutDefault(schema))
    return Object.fromEntries(parts.map(([key, value]) => [key, print(value)]))
  }
  const print = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(print)
    if (value === null || typeof value !== 'object') return value
    const schema = value as JsonObject // neither null nor an array
    const named = componentNameOf(schema)
    if (named) return refer(schema, named.name, named.isNullable)
    return isAnyJson(schema) ? { ...schema, ...anyJson } : printParts(schema)
  }
  return {
    print,
    declare(name, schema) {
      if (!printed.has(name)) printed.set(name, printParts(schema))
      return { $ref: COMPONENTS + name }
    },
    components: () => ({
      ...Object.fromEntries([...printed].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      Json: JsonValue,
    }),
  }
}

/**
 * In words: generators of TypeScript take a field with a default for one that is always there, which is wrong for
 * requests.
 */
function withoutDefault(schema: JsonObject): JsonObject {
  const { default: standard, ...rest } = schema
  // A field can have the name, too.
  const isField = typeof standard === 'object' && standard !== null && !Array.isArray(standard)
  if (standard === undefined || isField) return schema
  const { description = '' } = rest as { description?: string }
  const text = description === '' || description.endsWith('.') ? description : `${description}.`
  const shown = typeof standard === 'string' ? standard : JSON.stringify(standard)
  return { ...rest, description: `${text} Default: \`${shown}\``.trim() }
}

function descriptionOf(name: string): unknown {
  return (namedObjects.get(name) as JsonObject | undefined)?.['description']
}

function printComponent(name: string, printParts: (schema: JsonObject) => JsonObject): JsonObject {
  const object = namedObjects.get(name)
  if (object) return printParts(object as unknown as JsonObject) // a schema is JSON
  return { type: 'string', enum: namedEnums[name] }
}

function isAnyJson(schema: JsonObject): boolean {
  const entries = Object.entries(schema)
  return entries.length === 1 && typeof entries[0]?.[1] === 'string' && 'description' in schema
}
