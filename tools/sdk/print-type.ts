// Prints a schema of the contract as a TypeScript type, so that the SDK has types and neither schemas nor TypeBox.

export type JsonSchema = {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly description?: string
  readonly default?: unknown
}

/** Undefined where a schema has no name. A name that is returned must be declared by the caller. */
export type NameOf = (schema: JsonSchema) => string | undefined

export function printType(schema: JsonSchema, nameOf: NameOf, indent = ''): string {
  const name = nameOf(schema)
  if (name !== undefined) return name
  return printBody(schema, nameOf, indent)
}

/** Without the name of the schema itself. */
export function printBody(schema: JsonSchema, nameOf: NameOf, indent = ''): string {
  const { anyOf, oneOf, allOf } = schema
  const print = (one: JsonSchema) => printType(one, nameOf, indent)
  if (schema.enum) return printEnum(schema.enum, nameOf)
  if ('const' in schema) return printLiteral(schema.const)
  const alternatives = anyOf ?? oneOf
  if (alternatives && schema.properties === undefined) return unionOf(alternatives.map(print))
  if (allOf && schema.properties === undefined) return allOf.map(print).join(' & ')
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length === 0) return 'unknown'
  return unionOf(types.map((type) => printOne(type, schema, nameOf, indent)))
}

function printOne(type: string, schema: JsonSchema, nameOf: NameOf, indent: string): string {
  switch (type) {
    case 'integer':
      return 'number'
    case 'array': {
      const item = schema.items ? printType(schema.items, nameOf, indent) : 'unknown'
      return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`
    }
    case 'object':
      return printObject(schema, nameOf, indent)
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type
    default:
      throw new Error(`The SDK has no type for ${JSON.stringify(type)}; add it to printOne.`)
  }
}

function printObject(schema: JsonSchema, nameOf: NameOf, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema
  const rows = Object.entries(properties).map(([name, property]) => {
    const isRequired = required.includes(name)
    const type = printType(property, nameOf, `${indent}  `)
    const shown = /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`
    // `| undefined`, so that callers with exactOptionalPropertyTypes can pass what they may not have.
    const text = isRequired
      ? `${shown}: ${type}`
      : `${shown}?: ${type === 'unknown' ? type : unionOf([type, 'undefined'])}`
    return `${printDoc(docOf(property), `${indent}  `)}${indent}  ${text}\n`
  })
  if (rows.length > 0) return `{\n${rows.join('')}${indent}}`
  if (typeof additionalProperties === 'object') {
    return `{ [name: string]: ${printType(additionalProperties, nameOf, indent)} }`
  }
  return additionalProperties === false ? 'Record<string, never>' : '{ [name: string]: unknown }'
}

function docOf({ description, default: standard }: JsonSchema): string {
  const shown = standard === undefined ? undefined : `@default ${JSON.stringify(standard)}`
  return [description, shown].filter((text) => text !== undefined).join('\n')
}

/** An enum of the contract is known by its values: with `null` added, it is still that one. */
function printEnum(values: readonly unknown[], nameOf: NameOf): string {
  const strings = values.filter((value) => value !== null)
  const name = nameOf({ enum: strings })
  const union = name ?? unionOf(strings.map(printLiteral))
  return strings.length === values.length ? union : unionOf([union, 'null'])
}

const printLiteral = (value: unknown): string =>
  typeof value === 'string' ? `'${value}'` : JSON.stringify(value)

const unionOf = (types: readonly string[]): string => [...new Set(types)].join(' | ')

/** A comment that editors show; nothing for an empty text. */
export function printDoc(text: string, indent: string): string {
  const lines = text.split('\n').filter((line) => line !== '')
  if (lines.length === 0) return ''
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/'))
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
}
