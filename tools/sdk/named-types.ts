// The types of the SDK: every schema that an operation or an event uses, with the name that it has in the contract.
import * as contract from '@task-service/contract'
import {
  type EventType,
  errors,
  events,
  FIELD_ERROR_CODES,
  type Operation,
  operations,
} from '@task-service/contract'
import { type JsonSchema, type NameOf, printBody, printDoc } from './print-type.ts'

/** A schema as TypeBox types it. */
type TSchema = NonNullable<Operation['body']>

type Declared = { readonly schema: JsonSchema; readonly text: string }

export type NamedTypes = {
  readonly nameOf: NameOf
  /** Of a schema that has none in the contract: declared under this one. */
  readonly declare: (schema: JsonSchema, name: string) => string
  readonly print: () => string
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && ('type' in value || 'anyOf' in value)

/** Texts and numbers with a pattern or a range have no name in the SDK: to TypeScript they are a string or a number. */
const isWorthName = ({ type, enum: values }: JsonSchema): boolean =>
  values !== undefined || type === 'object' || type === 'array'

const enumKey = (values: readonly unknown[]): string => JSON.stringify(values)

/** Optional fields and those that can be null are copies of the schema that has the name. */
function shapeKey(schema: JsonSchema): string {
  const type = [schema.type].flat().filter((one) => one !== 'null')
  return JSON.stringify({ ...schema, description: undefined, type })
}

export function createNamedTypes(): NamedTypes {
  const names = new Map<JsonSchema, string>()
  const shapes = new Map<string, { name: string; schema: JsonSchema } | undefined>()
  const enumNames = new Map<string, string>([
    [enumKey(Object.keys(events)), 'EventType'],
    [enumKey(Object.keys(errors)), 'ErrorCode'],
    [enumKey([...FIELD_ERROR_CODES, ...Object.keys(errors)]), 'FieldErrorCode'],
  ])
  for (const [name, schema] of Object.entries(contract)) {
    if (!/^[A-Z][a-z]/.test(name) || !isSchema(schema) || !isWorthName(schema)) continue
    if (schema.enum) enumNames.set(enumKey(schema.enum), name)
    else if (!names.has(schema)) {
      names.set(schema, name)
      const key = shapeKey(schema)
      // Two that look the same, such as the queries of two lists, differ by identity alone.
      shapes.set(key, shapes.has(key) ? undefined : { name, schema })
    }
  }
  const enums = new Map([...enumNames].map(([key, name]) => [name, JSON.parse(key) as unknown[]])) // printed above
  const declared = new Map<string, Declared>()

  const declareOnce = (schema: JsonSchema, name: string): string => {
    if (declared.has(name)) return name
    declared.set(name, { schema, text: '' }) // before its parts, which may contain it
    const body = printBody(schema, (part) => (part === schema ? undefined : nameOf(part)))
    declared.set(name, {
      schema,
      text: `${printDoc(schema.description ?? '', '')}${printDeclaration(name, body)}`,
    })
    return name
  }
  const nameOf: NameOf = (schema) => {
    if (schema.enum) {
      const name = enumNames.get(enumKey(schema.enum))
      return name && declareEnum(name, enums.get(name) ?? [], declared)
    }
    const name = names.get(schema)
    if (name) return declareOnce(schema, name)
    const same = shapes.get(shapeKey(schema))
    if (!same) return undefined
    const isNullable = [schema.type].flat().includes('null')
    return declareOnce(same.schema, same.name) + (isNullable ? ' | null' : '')
  }
  return { nameOf, declare: declareOnce, print: () => printAll(declared) }
}

const printDeclaration = (name: string, body: string): string =>
  body.startsWith('{\n') && body.endsWith('\n}')
    ? `export interface ${name} ${body}\n`
    : `export type ${name} = ${body}\n`

function declareEnum(
  name: string,
  values: readonly unknown[],
  declared: Map<string, Declared>,
): string {
  const text = `export type ${name} =\n${values.map((value) => `  | '${String(value)}'\n`).join('')}`
  if (!declared.has(name)) declared.set(name, { schema: { enum: values }, text })
  return name
}

const printAll = (declared: ReadonlyMap<string, Declared>): string =>
  [...declared]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { text }]) => text)
    .join('\n')

/** `data` of each type of event, and the events themselves, which narrow by their `type`. */
export function printEvents({ nameOf, declare: declareType }: NamedTypes): string {
  const rows = (Object.keys(events) as EventType[]).map((type) => {
    const { when, ...entry } = events[type]
    const data: JsonSchema = entry.data as TSchema
    const noun = type.split('.')[0] ?? ''
    const pascal = noun.replace(/^./, (letter) => letter.toUpperCase())
    const name = nameOf(data) ?? declareType(data, `${pascal}EventData`)
    return `${printDoc(when, '  ')}  '${type}': ${name}\n`
  })
  // Of every error response, which no operation lists.
  for (const schema of [contract.EventEnvelope, contract.Problem] as TSchema[]) nameOf(schema)
  return `/** \`data\` of each type of event. */
export interface EventData {
${rows.join('')}}

/**
 * An event of the feed, the stream or a webhook. \`switch (event.type)\` narrows \`event.data\`.
 * A newer server can send types that this version of the SDK does not know: ignore them in \`default\`.
 */
export type TaskServiceEvent<T extends EventType = EventType> = {
  [K in T]: Omit<EventEnvelope, 'type' | 'data'> & { type: K; data: EventData[K] }
}[T]
`
}

export const operationRows = (): [id: string, entry: Operation][] =>
  Object.entries<Operation>(operations)
