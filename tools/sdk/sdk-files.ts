// The generated files of the SDK: its types, and a class with one method for each operation of a resource.
import type { Operation } from '@task-service/contract'
import { methodNames } from './method-names.ts'
import { createNamedTypes, operationRows, printEvents } from './named-types.ts'
import { type JsonSchema, printDoc, printType } from './print-type.ts'

const pascalCase = (text: string): string =>
  text.replaceAll(/(?:^|[._])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
const camelCase = (text: string): string =>
  text.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

type Method = { readonly resource: string; readonly text: string }

export function sdkTypes(): string {
  return generate().types
}

export function sdkResources(): string {
  return generate().resources
}

function generate(): { types: string; resources: string } {
  const named = createNamedTypes()
  const used = new Set<string>()
  const type = (schema: JsonSchema | undefined, fallback: string): string => {
    if (schema === undefined) return 'void'
    const name = named.nameOf(schema)
    if (name !== undefined || schema.type !== 'object' || !schema.properties) {
      return note(name ?? printType(schema, named.nameOf))
    }
    return note(named.declare(schema, fallback))
  }
  const note = (text: string): string => {
    for (const [name] of text.matchAll(/\b[A-Z]\w+/g)) used.add(name)
    return text
  }
  const methods = operationRows().map(([id, entry]) => printMethod(id, entry, type))
  const eventTypes = printEvents(named)
  return {
    types: `${HEADER}\n\n${named.print()}\n${eventTypes}`,
    resources: printResources(methods, used),
  }
}

const HEADER = '// Written by `npm run gen` from the contract: the types of the API, without code.'

type TypeOf = (schema: JsonSchema | undefined, fallback: string) => string

function printMethod(id: string, entry: Operation, type: TypeOf): Method {
  const [resource = '', verb = ''] = id.split('.')
  const params = Object.keys(entry.params?.properties ?? {})
  const query = Object.keys(entry.query.properties).length > 0 ? entry.query : undefined
  const input = entry.body ? { name: 'body', schema: entry.body as JsonSchema } : undefined
  const asked = query ? { name: 'query', schema: query as JsonSchema } : undefined
  if (input && asked) throw new Error(`${id} has a query and a body; printMethod knows only one`)
  const sent = input ?? asked
  const sentType = sent && type(sent.schema, `${pascalCase(id)}${pascalCase(sent.name)}`)
  const file = entry.file ? ['file: UploadBody'] : []
  const isOptional = (sent?.schema.required ?? []).length === 0
  const parameters = [
    ...params.map((name) => `${camelCase(name)}: string`),
    ...file,
    ...(sent ? [`${sent.name}: ${sentType}${isOptional ? ' = {}' : ''}`] : []),
    `options?: ${optionsOf(entry)}`,
  ]
  const { kind, result } = answerOf(id, entry, type)
  const fields = [
    ...(params.length > 0 ? [`params: [${params.map(camelCase).join(', ')}]`] : []),
    ...(entry.file ? ['file'] : []),
    ...(sent ? [sent.name] : []),
    'options',
  ]
  const call = `this.#api.${kind}(${printRoute(id, entry)}, { ${fields.join(', ')} })`
  const name = methodNames[verb] ?? camelCase(verb)
  const text = `${printDoc(docOf(entry), '  ')}  ${name}(${parameters.join(', ')}): ${result} {\n    return ${call}\n  }\n`
  return { resource, text }
}

function docOf({ summary, description, method, path, errors }: Operation): string {
  const codes = errors.map((code) => `\`${code}\``).join(', ')
  return [
    `${summary}.`,
    description ?? '',
    `\`${method} ${path}\`${codes === '' ? '' : `. Error codes: ${codes}`}`,
  ].join('\n')
}

function optionsOf({ idempotencyKey, ifMatch }: Operation): string {
  if (idempotencyKey && ifMatch) return 'RequestOptions & KeyOptions & MatchOptions'
  if (idempotencyKey) return 'RequestOptions & KeyOptions'
  return ifMatch ? 'RequestOptions & MatchOptions' : 'RequestOptions'
}

/** Which call of the transport returns what the operation responds with. */
function answerOf(id: string, entry: Operation, type: TypeOf): { kind: string; result: string } {
  const successes = Object.values(entry.success)
  if (successes.some(({ stream, file }) => stream || file))
    return { kind: 'open', result: 'Promise<Response>' }
  const body: JsonSchema | undefined = successes.find((one) => one.body)?.body
  const { data, ...others } = body?.properties ?? {}
  const item = entry.method === 'GET' ? data?.items : undefined
  // A list that is always complete is a list with one page.
  const isList = 'next_cursor' in others || Object.keys(others).length === 0
  if (item === undefined || !isList) {
    const name = type(body, `${pascalCase(id)}Response`)
    return { kind: `send<${name}>`, result: `Promise<${name}>` }
  }
  const found = type(item, `${pascalCase(id)}Item`)
  // Events have a type for each `type`, which the envelope of the contract cannot say.
  const name = found === 'EventEnvelope' ? 'TaskServiceEvent' : found
  return { kind: `list<${name}>`, result: `List<${name}>` }
}

function printRoute(id: string, entry: Operation): string {
  const parts = [
    `id: '${id}'`,
    `method: '${entry.method}'`,
    `path: '${entry.path.replace(/^\/api/, '')}'`,
    ...(retryOf(entry) === 'safe' ? [] : [`retry: '${retryOf(entry)}'`]),
    ...(entry.agentToken ? ['agent: true'] : []),
    ...(entry.query.properties['after'] ? [`cursor: 'after'`] : []),
  ]
  return `{ ${parts.join(', ')} }`
}

function retryOf({ method, idempotencyKey, isRepeatable }: Operation): 'safe' | 'key' | 'rejected' {
  if (idempotencyKey) return 'key'
  return method !== 'POST' || isRepeatable ? 'safe' : 'rejected'
}

function printResources(methods: readonly Method[], used: ReadonlySet<string>): string {
  const byResource = Map.groupBy(methods, ({ resource }) => resource)
  const imported = [...used, 'TaskServiceEvent']
    .filter((name) => name !== 'EventEnvelope' && name !== 'Record')
    .toSorted()
  const classes = [...byResource].map(
    ([resource, list]) => `export class ${pascalCase(resource)}Resource {
  readonly #api: Transport
  constructor(api: Transport) {
    this.#api = api
  }

${list.map(({ text }) => text).join('\n')}}
`,
  )
  const names = [...byResource.keys()]
  return `// Written by \`npm run gen\` from the contract: one method for each operation.
import type { KeyOptions, MatchOptions, RequestOptions } from '../request/request-options.ts'
import type { List, Transport, UploadBody } from '../request/transport.ts'
import type {
${imported.map((name) => `  ${name},\n`).join('')}} from './types.gen.ts'

${classes.join('\n')}
/** A resource for each group of operations. */
export class Resources {
${names.map((name) => `  readonly ${camelCase(name)}: ${pascalCase(name)}Resource\n`).join('')}  constructor(api: Transport) {
${names.map((name) => `    this.${camelCase(name)} = new ${pascalCase(name)}Resource(api)\n`).join('')}  }
}
`
}
