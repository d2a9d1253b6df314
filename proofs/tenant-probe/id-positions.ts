// Every place in the OpenAPI document where a caller names something that could be another tenant's: found by reading
// the document, so that a new operation or parameter is probed, or missed loudly.

export type Json = { [name: string]: unknown }

/** What a position names; a value of each kind must be known for every tenant. */
export type Kind = string

export type Place = 'path' | 'query' | 'header' | 'body'

export type Position = {
  place: Place
  /** Parameter or header name, or the way into the body: `items/0/update/task`. */
  name: string
  /** Ways to name the same thing, such as an id and a number. */
  kinds: Kind[]
}

export type ProbeOperation = {
  id: string
  method: string
  path: string
  positions: Position[]
  /** Query parameters with a closed list of values, such as the order of a list, and required ones with an example. */
  choices: { name: string; values: string[]; required: boolean }[]
  body: Json | undefined
  versionHeaders: string[]
}

/** The text of a comment names people and agents, which no schema says. */
const mentions: Position = {
  place: 'body',
  name: 'body',
  kinds: ['mentioned user', 'mentioned agent'],
}
const mayMention = (id: string) => /(^|\.)comments\.(create|change)$/.test(id)

/** Headers that name a version, not a thing; the probes send them beside the names. */
const versionHeaders = ['If-Match', 'If-None-Match']

export function listOperations(document: Json): ProbeOperation[] {
  const paths = document['paths'] as Record<string, Record<string, Json>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = (operation['parameters'] ?? []) as Json[]
      const body = bodySchema(operation, document)
      return {
        id: String(operation['operationId']),
        method: method.toUpperCase(),
        path,
        body,
        choices: parameters.flatMap((parameter) => parameterChoices(parameter, document)),
        versionHeaders: versionHeaders.filter((name) =>
          parameters.some((one) => one['name'] === name),
        ),
        positions: [
          ...parameters.flatMap((parameter) => parameterPosition(parameter, document)),
          ...(body ? bodyPositions(body, document, []) : []),
          ...(mayMention(String(operation['operationId'])) ? [mentions] : []),
        ],
      }
    }),
  )
}

function bodySchema(operation: Json, document: Json): Json | undefined {
  const content = (operation['requestBody'] as Json | undefined)?.['content']
  const media = (content as Record<string, Json> | undefined)?.['application/json']
  return media && resolve(media['schema'] as Json, document)
}

export function resolve(schema: Json, document: Json): Json {
  const reference = schema['$ref']
  if (typeof reference !== 'string') return schema
  const steps = reference.split('/').slice(1)
  return steps.reduce<Json>((at, step) => at[step] as Json, document)
}

/** Of one value: a list repeats its parameter. */
function parameterSchema(parameter: Json, document: Json): Json {
  const given = parameter['schema'] as Json
  return resolve(given['type'] === 'array' ? (given['items'] as Json) : given, document)
}

function parameterPosition(parameter: Json, document: Json): Position[] {
  const name = String(parameter['name'])
  const place = parameter['in'] as Place
  const schema = parameterSchema(parameter, document)
  if (place === 'header' && versionHeaders.includes(name)) return []
  const ids = idKinds(schema)
  if (ids.length > 0) return [{ place, name, kinds: ids }]
  if (isContent(parameter, schema)) return []
  // A path always names something; so does a query string that is neither a choice, a number nor a time.
  if (place !== 'query' || isFreeText(schema)) return [{ place, name, kinds: [name] }]
  return []
}

function parameterChoices(parameter: Json, document: Json): ProbeOperation['choices'] {
  const schema = parameterSchema(parameter, document)
  const values = isContent(parameter, schema) ? schema['examples'] : schema['enum']
  return parameter['in'] === 'query' && Array.isArray(values)
    ? [
        {
          name: String(parameter['name']),
          values: values.map(String),
          required: parameter['required'] === true,
        },
      ]
    : []
}

/** A text that is required to create something, such as the name of a file, names nothing that exists. */
function isContent(parameter: Json, schema: Json): boolean {
  const isRequired = parameter['in'] === 'query' && parameter['required'] === true
  return isRequired && isFreeText(schema) && idKinds(schema).length === 0 && 'examples' in schema
}

function isFreeText(schema: Json): boolean {
  return schema['type'] === 'string' && !schema['enum'] && schema['format'] !== 'date-time'
}

/** `tsk` for a task id, `T-` for its number, and so on, as the pattern of the schema says. */
export function idKinds(schema: Json): Kind[] {
  const pattern = typeof schema['pattern'] === 'string' ? schema['pattern'] : ''
  const prefixes = [...pattern.matchAll(/([a-z]+)_\[0-9a-f\]\{32\}/g)].map(
    (match) => match[1] ?? '',
  )
  return pattern.includes('[Tt]-') ? [...prefixes, 'T-'] : prefixes
}

/** Names that promise an identity even where no pattern does. */
const NAMING = /^(source|external_id|tenant|user|key|cursor)$|(^|_)ids?$/

/** Clients name their own items as they like, so a foreign ID is only a text there. */
const OWN_NAME = /(^|\/)checklist\/0\/id$/

/** `inside` are the named schemas on the way here: one that contains itself is free JSON and names nothing. */
function bodyPositions(
  given: Json,
  document: Json,
  way: string[],
  inside: readonly unknown[] = [],
): Position[] {
  const reference = given['$ref']
  if (reference !== undefined && inside.includes(reference)) return []
  const schema = resolve(given, document)
  const within = reference === undefined ? inside : [...inside, reference]
  const below = (part: Json, step: string) => bodyPositions(part, document, [...way, step], within)
  const alternatives = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => (schema[word] ?? []) as Json[])
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
  const items = schema['items'] as Json | undefined
  const found = [
    ...alternatives.flatMap((part) => bodyPositions(part, document, way, within)),
    ...properties.flatMap(([name, part]) => below(part, name)),
    ...(items ? below(items, '0') : []),
  ]
  if (found.length > 0 || properties.length > 0 || items) return found
  const ids = idKinds(schema)
  const last = way.at(-1) ?? ''
  const isNaming = NAMING.test(last) && !OWN_NAME.test(way.join('/'))
  const kinds = ids.length > 0 || !isNaming ? ids : [last]
  return kinds.length > 0 ? [{ place: 'body', name: way.join('/'), kinds }] : []
}
