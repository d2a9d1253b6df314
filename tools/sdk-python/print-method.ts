// One method of the Python SDK for one operation: path parameters by position, the fields of the query or the body by name.
import type { Operation } from '@task-service/contract'
import { methodNames } from '../sdk/method-names.ts'
import { pascalCase, printDoc, pythonName, type Schema, unionOf } from './python-types.ts'

export type TypeOf = (schema: Schema, hint: string) => string

export type Media = { readonly schema: Schema }
type Parameter = {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}
export type DocumentedOperation = {
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, Media>> }>
  >
}

export type MethodSource = {
  readonly id: string
  readonly entry: Operation
  readonly documented: DocumentedOperation
  readonly resolve: (schema: Schema) => Schema
  readonly typeOf: TypeOf
}

type Sent = { name: string; type: string; isRequired: boolean; description: string | undefined }

export function printMethod(source: MethodSource): string {
  const { id, entry } = source
  const verb = id.split('.')[1] ?? ''
  const params = Object.keys(entry.params?.properties ?? {})
  const { kind, fields } = sentFields(source)
  const clash = fields.find(({ name }) => OPTIONS.has(name) || params.includes(name))
  if (clash) throw new Error(`${id} has two parameters ${clash.name}; rename one in printMethod`)
  const named = [
    ...fields
      .filter(({ isRequired }) => isRequired)
      .map(({ name, type }) => `${pythonName(name)}: ${type}`),
    ...fields
      .filter(({ isRequired }) => !isRequired)
      .map(({ name, type }) => `${pythonName(name)}: ${notGiven(type)}`),
    ...(entry.idempotencyKey ? ['idempotency_key: str | None = None'] : []),
    ...(entry.ifMatch ? ['if_match: int | str | None = None'] : []),
    'request_options: RequestOptions | None = None',
  ]
  const positional = [
    ...params.map((name) => `${name}: str`),
    ...(entry.file ? ['file: bytes | BinaryIO'] : []),
  ]
  const given = [
    ...(params.length > 0
      ? [`params={${params.map((name) => `"${name}": ${name}`).join(', ')}}`]
      : []),
    ...(entry.file ? ['file=file'] : []),
    ...(kind
      ? [`${kind}={${fields.map(({ name }) => `"${name}": ${pythonName(name)}`).join(', ')}}`]
      : []),
    ...(entry.idempotencyKey ? ['idempotency_key=idempotency_key'] : []),
    ...(entry.ifMatch ? ['if_match=if_match'] : []),
    'options=request_options',
  ]
  const { call, result } = answerOf(source)
  const name = pythonName(methodNames[verb] ?? verb)
  const signature = ['self', ...positional, '*', ...named]
    .map((one) => `        ${one},\n`)
    .join('')
  const sent = `CallInput(\n${given.map((one) => `            ${one},\n`).join('')}        )`
  const ask = `self._api.${call}(${printRoute(id, entry)}, _input)`
  const answer =
    result === 'None'
      ? ask
      : call === 'open'
        ? `return ${ask}`
        : `_result: ${result} = ${ask}\n        return _result`
  return `    def ${name}(\n${signature}    ) -> ${result}:
${printDoc(docOf(entry, fields), '        ')}        _input = ${sent}
        ${answer}
`
}

/** These names are taken by options. */
const OPTIONS = new Set(['idempotency_key', 'if_match', 'request_options', 'file'])

const notGiven = (type: string): string =>
  type === 'Any' ? 'Any = NOT_GIVEN' : `${type} | NotGiven = NOT_GIVEN`

function sentFields({ id, entry, documented, resolve, typeOf }: MethodSource): {
  kind: 'query' | 'body' | undefined
  fields: Sent[]
} {
  const query = documented.parameters.filter((one) => one.in === 'query')
  const media = entry.body ? documented.requestBody?.content['application/json'] : undefined
  const type = (schema: Schema, hint: string): string => {
    const printed = typeOf(schema, hint)
    // Callers can pass tuples, too; and in a class, `list` is a method.
    const wide = printed.replaceAll(/\blist\[/g, 'Sequence[')
    return schema.format === 'date-time' ? unionOf(['datetime', ...wide.split(' | ')]) : wide
  }
  if (query.length > 0) {
    const fields = query.map(({ name, required, description, schema }) => ({
      name,
      type: type(schema, `${pascalCase(id)}${pascalCase(name)}`),
      isRequired: required,
      description: description ?? resolve(schema).description,
    }))
    return { kind: 'query', fields }
  }
  if (!media) return { kind: undefined, fields: [] }
  const { properties = {}, required = [] } = resolve(media.schema)
  const parent = media.schema.$ref?.split('/').at(-1) ?? `${pascalCase(id)}Body`
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    type: type(schema, parent + pascalCase(name)),
    isRequired: required.includes(name),
    description: schema.description ?? resolve(schema).description,
  }))
  return { kind: 'body', fields }
}

/** Which call of the transport returns what the operation responds with. */
function answerOf({ id, entry, documented, resolve, typeOf }: MethodSource): {
  call: 'send' | 'list' | 'open'
  result: string
} {
  const successes = Object.values(entry.success)
  if (successes.some(({ stream, file }) => stream || file))
    return { call: 'open', result: 'HttpResponse' }
  const status = Object.entries(entry.success).find(([, one]) => one.body)?.[0]
  const schema = status && documented.responses[status]?.content?.['application/json']?.schema
  if (!schema) return { call: 'send', result: 'None' }
  const { data, ...others } = resolve(schema).properties ?? {}
  const item = entry.method === 'GET' ? data?.items : undefined
  // A list that is always complete is a list with one page.
  if (item === undefined || !('next_cursor' in others || Object.keys(others).length === 0)) {
    return { call: 'send', result: typeOf(schema, `${pascalCase(id)}Response`) }
  }
  const found = typeOf(item, `${pascalCase(id)}Item`)
  // Events have a type for each `type`, which the envelope cannot say.
  return {
    call: 'list',
    result: `PagedList[${found === 'EventEnvelope' ? 'TaskServiceEvent' : found}]`,
  }
}

function printRoute(id: string, entry: Operation): string {
  const { method, idempotencyKey, isRepeatable } = entry
  const retry = idempotencyKey ? 'key' : method !== 'POST' || isRepeatable ? 'safe' : 'rejected'
  const parts = [
    `"${id}"`,
    `"${method}"`,
    `"${entry.path.replace(/^\/api/, '')}"`,
    ...(retry === 'safe' ? [] : [`retry="${retry}"`]),
    ...(entry.agentToken ? ['agent=True'] : []),
    ...(entry.query.properties['after'] ? ['cursor="after"'] : []),
  ]
  return `Route(${parts.join(', ')})`
}

function docOf(
  { summary, description, method, path, errors }: Operation,
  fields: readonly Sent[],
): string {
  const codes = errors.map((code) => `\`${code}\``).join(', ')
  const described = fields.filter(({ description: text }) => text)
  return [
    `${summary}.`,
    '',
    ...(description ? [description, ''] : []),
    `\`${method} ${path}\`${codes === '' ? '' : `. Error codes: ${codes}`}`,
    ...(described.length > 0 ? ['', 'Args:'] : []),
    ...described.map(
      ({ name, description: text = '' }) =>
        `    ${pythonName(name)}: ${text.replaceAll('\n', ' ')}`,
    ),
  ].join('\n')
}
