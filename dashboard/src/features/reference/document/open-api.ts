// The OpenAPI document of the server, as far as the reference reads it.
export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minProperties?: number
  required?: string[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
}
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}
type Content = Record<string, { schema?: Schema }>
type Answer = {
  description: string
  content?: Content
  headers?: Record<string, { description?: string }>
}
type WrittenOperation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Answer | { $ref: string }>
}
export type OpenApi = {
  info: { version: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, WrittenOperation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> }
}

export type Operation = {
  id: string
  method: string
  /** As in the document, with the `/api` in front. */
  path: string
  tag: string
  summary: string
  description: string | undefined
  parameters: readonly Parameter[]
  body: Schema | undefined
  answers: readonly SuccessAnswer[]
  problems: readonly ProblemAnswer[]
}
export type SuccessAnswer = {
  status: string
  text: string
  type: string | undefined
  schema: Schema | undefined
  headers: readonly string[]
}
export type ProblemAnswer = { status: string; code: string; text: string }

export function readOperations(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, written]) =>
      readOperation(document, path, method, written),
    ),
  )
}

const RESPONSES = '#/components/responses/'

function resolveResponse(written: Answer | { $ref: string }, { components }: OpenApi): Answer {
  if (!('$ref' in written)) return written
  const found = components.responses[written.$ref.slice(RESPONSES.length)]
  if (!found) throw new Error(`${written.$ref} is not in the document`)
  return found
}

function readOperation(
  document: OpenApi,
  path: string,
  method: string,
  written: WrittenOperation,
): Operation {
  const answers = Object.entries(written.responses).map(([status, answer]): [string, Answer] => [
    status,
    resolveResponse(answer, document),
  ])
  return {
    id: written.operationId,
    method: method.toUpperCase(),
    path,
    tag: written.tags[0] ?? '',
    summary: written.summary,
    description: written.description,
    parameters: written.parameters ?? [],
    body: written.requestBody?.content['application/json']?.schema,
    answers: answers.filter(([status]) => status < '400').map(readSuccess),
    problems: answers
      .filter(([status]) => status >= '400')
      .flatMap(([status, { description }]) => readProblems(status, description)),
  }
}

function readSuccess([status, answer]: [string, Answer]): SuccessAnswer {
  const [type, content] = Object.entries(answer.content ?? {})[0] ?? []
  return {
    status,
    text: answer.description,
    type,
    schema: content?.schema,
    headers: Object.keys(answer.headers ?? {}),
  }
}

/** A status lists its codes one after the other, each as a sentence: `code`: what it means. */
function readProblems(status: string, description: string): ProblemAnswer[] {
  return [
    ...description.matchAll(/(?<=^|\. )`(?<code>[a-z_]+)`: (?<text>.*?)(?=(?<=\.) `[a-z_]+`: |$)/g),
  ].map(({ groups }) => ({ status, code: groups?.['code'] ?? '', text: groups?.['text'] ?? '' }))
}

const PREFIX = '#/components/schemas/'

export function nameOf(schema: Schema): string | undefined {
  return schema.$ref?.startsWith(PREFIX) ? schema.$ref.slice(PREFIX.length) : undefined
}

export function resolve(schema: Schema, document: OpenApi): Schema {
  const name = nameOf(schema)
  if (name === undefined) return schema
  const { $ref: _name, ...rest } = schema
  return { ...document.components.schemas[name], ...rest }
}

/** Whether the operation contains every word that the user types. */
export function isFound(operation: Operation, typed: string): boolean {
  const text = `${operation.method} ${operation.path} ${operation.id} ${operation.summary} ${operation.tag}`
  const given = text.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => given.includes(word))
}
