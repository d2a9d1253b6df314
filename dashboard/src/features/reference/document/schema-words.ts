// What a schema asks for, in the short form people know from type declarations.
import { nameOf, type OpenApi, resolve, type Schema } from './open-api.ts'

export function typeOf(schema: Schema): string {
  const name = nameOf(schema)
  if (name !== undefined) return name === 'Json' ? 'any' : name
  const branches = schema.oneOf ?? schema.anyOf
  if (branches) return branches.map(typeOf).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  return (
    [schema.type ?? 'any']
      .flat()
      .map((one) => (one === 'array' ? `${typeOf(schema.items ?? {})}[]` : one))
      .join(' | ') + (schema.format === undefined ? '' : ` (${schema.format})`)
  )
}

/** The values that are allowed, where they can be counted; of a list, those of its items. */
export function choicesOf(given: Schema, document: OpenApi): readonly string[] {
  if (nameOf(given) === 'Json') return []
  const schema = resolve(given, document)
  const branches = schema.anyOf ?? (schema.items ? [schema.items] : [])
  return schema.enum?.map(String) ?? branches.flatMap((one) => choicesOf(one, document))
}

/** The schema whose fields a reader wants to see: the object itself, or what the list is of. */
export function fieldsOf(given: Schema, document: OpenApi): Schema | undefined {
  const schema = resolve(given, document)
  if (nameOf(given) === 'Json') return undefined
  if (schema.properties && Object.keys(schema.properties).length > 0) return schema
  if (schema.items) return fieldsOf(schema.items, document)
  const branches = schema.oneOf ?? schema.anyOf ?? []
  for (const branch of branches) {
    const found = fieldsOf(branch, document)
    if (found) return found
  }
  return typeof schema.additionalProperties === 'object'
    ? fieldsOf(schema.additionalProperties, document)
    : undefined
}

export type Bound =
  | { kind: 'value' | 'length' | 'items'; from: number | undefined; to: number | undefined }
  | { kind: 'default'; value: string }
  | { kind: 'pattern'; value: string }

/** "Anything but a null byte" is of no use to a reader. */
const ANY_TEXT = String.raw`^[^\u0000]*$`

export function boundsOf(schema: Schema): Bound[] {
  const bounds: Bound[] = []
  const range = (kind: 'value' | 'length' | 'items', from?: number, to?: number) => {
    if (to !== undefined || (from ?? 0) > 0) bounds.push({ kind, from, to })
  }
  range('value', schema.minimum, schema.maximum)
  // Dates are as long as they are.
  if (schema.format === undefined) range('length', schema.minLength, schema.maxLength)
  range('items', schema.minItems, schema.maxItems)
  if (schema.pattern !== undefined && schema.pattern !== ANY_TEXT) {
    bounds.push({ kind: 'pattern', value: schema.pattern })
  }
  if (schema.default !== undefined) {
    bounds.push({ kind: 'default', value: JSON.stringify(schema.default) })
  }
  return bounds
}
