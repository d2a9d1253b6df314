// Which schemas the OpenAPI document lists by name: every object that the contract exports, and every enum.
import type { TSchema } from 'typebox'
import * as contract from '../index.ts'
import { enumNameOf } from './named-enums.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export type ComponentName = {
  readonly name: string
  /** Null is allowed here and not in the schema that has the name. */
  readonly isNullable: boolean
}

/** `Mapping` is a type of Python, which its generated code imports. */
const RENAMED: Readonly<Record<string, string>> = { Mapping: 'FieldMapping' }

const typesOf = (schema: JsonObject): unknown[] => [schema['type']].flat()

/** What a copy for an optional field, or for one that can be null, has in common with its original. */
const shapeOf = (schema: JsonObject): string =>
  JSON.stringify({
    ...schema,
    description: undefined,
    type: typesOf(schema).filter((type) => type !== 'null'),
  })

const byIdentity = new Map<unknown, string>()
const byShape = new Map<string, string | undefined>()
for (const [name, value] of Object.entries(contract)) {
  if (!/^[A-Z][a-z]/.test(name) || typeof value !== 'object' || byIdentity.has(value)) continue
  const schema = value as unknown as JsonObject // an exported table, or a schema
  if (schema['type'] !== 'object') continue
  byIdentity.set(schema, RENAMED[name] ?? name)
  // Objects with names of the caller's choosing all look the same.
  if (!('properties' in schema)) continue
  const shape = shapeOf(schema)
  // Two that look the same, such as the queries of two lists, differ by identity alone.
  byShape.set(shape, byShape.has(shape) ? undefined : (RENAMED[name] ?? name))
}

/** By name: those that a document may list. */
export const namedObjects: ReadonlyMap<string, TSchema> = new Map(
  [...byIdentity].map(([schema, name]) => [name, schema as TSchema]), // only schemas are added above
)

const known = new WeakMap<JsonObject, ComponentName | false>()

export function componentNameOf(schema: JsonObject): ComponentName | undefined {
  const found = known.get(schema) ?? findName(schema) ?? false
  known.set(schema, found)
  return found === false ? undefined : found
}

function findName(schema: JsonObject): ComponentName | undefined {
  const values = schema['enum']
  const types = typesOf(schema)
  if (!Array.isArray(values) && !types.includes('object')) return undefined
  const name = Array.isArray(values)
    ? enumNameOf(values)
    : (byIdentity.get(schema) ?? byShape.get(shapeOf(schema)))
  return name === undefined ? undefined : { name, isNullable: types.includes('null') }
}
