// Which fields a person fills in to answer: derived from the JSON Schema of the question, as far as it is flat.

export type SchemaField = {
  /** Name of the property; empty if the answer is a single value. */
  name: string
  label: string
  description: string
  type: 'text' | 'number' | 'integer' | 'boolean' | 'choice'
  choices: readonly string[]
  isLong: boolean
  isRequired: boolean
}

export type SchemaForm =
  | { kind: 'text' }
  | { kind: 'value'; field: SchemaField }
  | { kind: 'object'; fields: readonly SchemaField[] }
  /** Too deep for a form: the answer is written as JSON. */
  | { kind: 'json' }

type Json = Readonly<Record<string, unknown>>

const LONG_TEXT = 200
const TYPES = { string: 'text', number: 'number', integer: 'integer', boolean: 'boolean' } as const

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const textOr = (value: unknown, otherwise: string): string =>
  isText(value) && value !== '' ? value : otherwise

/** These say more about a value than a form of single fields can. */
const COMBINED = ['allOf', 'anyOf', 'oneOf', 'not', 'if', '$ref', 'const']

function readField(name: string, given: unknown, isRequired: boolean): SchemaField | undefined {
  if (!isObject(given) || COMBINED.some((keyword) => keyword in given)) return undefined
  const shared = {
    name,
    label: textOr(given['title'], name),
    description: textOr(given['description'], ''),
    isRequired,
    isLong: false,
    choices: [],
  }
  const values = given['enum']
  if (values !== undefined) {
    if (!Array.isArray(values) || values.length === 0 || !values.every(isText)) return undefined
    return { ...shared, type: 'choice', choices: values }
  }
  const type = given['type']
  if (!isText(type) || !(type in TYPES)) return undefined
  const longest = given['maxLength']
  return {
    ...shared,
    type: TYPES[type as keyof typeof TYPES], // checked in the line above
    isLong: type === 'string' && typeof longest === 'number' && longest > LONG_TEXT,
  }
}

export function readSchema(schema: Json | null): SchemaForm {
  if (schema === null) return { kind: 'text' }
  const value = readField('', schema, true)
  if (value) {
    const isPlain = value.type === 'text' && value.label === '' && value.description === ''
    return isPlain ? { kind: 'text' } : { kind: 'value', field: value }
  }
  const { properties, required } = schema
  if (!isObject(properties) || COMBINED.some((keyword) => keyword in schema)) {
    return { kind: 'json' }
  }
  const names = Array.isArray(required) ? required : []
  const fields = Object.entries(properties).map(([name, given]) =>
    readField(name, given, names.includes(name)),
  )
  const known = fields.filter((field) => field !== undefined)
  const isWhole = known.length === fields.length && names.every((name) => name in properties)
  return isWhole && known.length > 0 ? { kind: 'object', fields: known } : { kind: 'json' }
}
