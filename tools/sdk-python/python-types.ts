// Prints the schemas of the OpenAPI document as Python types: a TypedDict for each object and a Literal for each enum, so
// that responses are what the server sent, with the fields of newer servers, and nothing is converted at run time.

export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly description?: string
  readonly format?: string
}

export type PythonTypes = {
  /** `hint` names an object that has no name. */
  readonly typeOf: (schema: Schema, hint: string) => string
  readonly print: () => string
}

const KEYWORDS = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield None True False'.split(
    ' ',
  ),
)

/** A name that Python does not have itself. */
export const pythonName = (name: string): string => (KEYWORDS.has(name) ? `${name}_` : name)

export const pascalCase = (text: string): string =>
  text.replaceAll(/(?:^|[._])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const COMPONENTS = '#/components/schemas/'
const INDENT = '    '

export const unionOf = (types: readonly string[]): string => [...new Set(types)].join(' | ')

export function createPythonTypes(components: Readonly<Record<string, Schema>>): PythonTypes {
  const declared = new Map<string, string>()

  const typeOf = (schema: Schema, hint: string): string => {
    const name = schema.$ref?.slice(COMPONENTS.length)
    if (name !== undefined) return name === 'Json' ? 'Any' : name
    if (schema.const !== undefined) return `Literal[${JSON.stringify(schema.const)}]`
    const branches = schema.anyOf ?? schema.oneOf
    if (branches && !schema.properties) return unionOf(branches.map((one) => typeOf(one, hint)))
    const types = [schema.type ?? []].flat()
    if (types.length === 0) return 'Any'
    return unionOf(types.map((type) => oneType(type, schema, hint)))
  }
  const oneType = (type: string, schema: Schema, hint: string): string => {
    switch (type) {
      case 'object':
        return objectType(schema, hint)
      case 'array':
        return `list[${schema.items ? typeOf(schema.items, `${hint}Item`) : 'Any'}]`
      case 'string':
        return 'str'
      case 'integer':
        return 'int'
      case 'number':
        return 'float'
      case 'boolean':
        return 'bool'
      case 'null':
        return 'None'
      default:
        throw new Error(`The SDK has no type for ${JSON.stringify(type)}; add it to oneType.`)
    }
  }
  const objectType = (schema: Schema, hint: string): string => {
    if (Object.keys(schema.properties ?? {}).length > 0) return declare(schema, hint)
    const { additionalProperties: values } = schema
    return `dict[str, ${typeof values === 'object' ? typeOf(values, `${hint}Value`) : 'Any'}]`
  }
  const declare = (schema: Schema, name: string): string => {
    if (declared.has(name)) return name
    declared.set(name, '') // before its parts, which may contain it
    declared.set(name, printObject(schema, name, typeOf))
    return name
  }
  for (const [name, schema] of Object.entries(components)) {
    if (name === 'Json') continue
    if (schema.enum) declared.set(name, printEnum(name, schema.enum))
    else if (schema.properties) declare(schema, name)
    else declared.set(name, `${name}: TypeAlias = "${typeOf(schema, `${name}Value`)}"\n`)
  }
  return {
    typeOf,
    print: () =>
      [...declared]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([, text]) => text)
        .join('\n\n'),
  }
}

function printEnum(name: string, values: readonly unknown[]): string {
  const rows = values.map((value) => `${INDENT}${JSON.stringify(value)},\n`).join('')
  return `${name} = Literal[\n${rows}]\n`
}

function printObject(
  schema: Schema,
  name: string,
  typeOf: (schema: Schema, hint: string) => string,
): string {
  const { properties = {}, required = [] } = schema
  const fields = Object.entries(properties).map(([field, one]) => {
    const type = typeOf(one, name + pascalCase(field))
    const shown = required.includes(field) ? type : `NotRequired[${type}]`
    return { field, shown, description: one.description }
  })
  // What is a keyword of Python cannot be written as a field.
  if (fields.some(({ field }) => pythonName(field) !== field || !/^[A-Za-z_]\w*$/.test(field))) {
    const rows = fields.map(({ field, shown }) => `${INDENT}${INDENT}"${field}": "${shown}",\n`)
    return `${name} = TypedDict(\n${INDENT}"${name}",\n${INDENT}{\n${rows.join('')}${INDENT}},\n)\n`
  }
  const rows = fields.map(
    ({ field, shown, description }) =>
      `${INDENT}${field}: ${shown}\n${printDoc(description ?? '', INDENT)}`,
  )
  return `class ${name}(TypedDict):\n${printDoc(schema.description ?? '', INDENT)}${rows.join('')}`
}

/** Nothing for an empty text. */
export function printDoc(text: string, indent: string): string {
  const lines = text.split('\n')
  if (text === '') return ''
  const safe = lines.map((line) => line.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"'))
  if (safe.length === 1 && !text.endsWith('"')) return `${indent}"""${safe[0]}"""\n`
  const rows = safe.map((line) => (line === '' ? '\n' : `${indent}${line}\n`)).join('')
  return `${indent}"""${rows.slice(indent.length)}${indent}"""\n`
}
