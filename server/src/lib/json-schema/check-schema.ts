// Whether a JSON Schema of a caller can be used: a subset of 2020-12 that is validated in bounded time, without code
// generation and without loading anything.
import { SCHEMA_BYTES_MAX } from '@task-service/contract'
import { escapeSegment } from '../messages/json-pointer.ts'
import { isObject, resolveReference, type SchemaObject } from './schema-node.ts'
import { parsePattern } from './sequence-pattern.ts'

const MAX_DEPTH = 32
const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

const SCHEMA = ['items', 'additionalProperties', 'propertyNames', 'contains', 'not']
const CONDITION = ['if', 'then', 'else']
const SCHEMA_LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const SCHEMA_MAPS = ['properties', 'patternProperties', '$defs', 'definitions']
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']
const COUNTS = ['Length', 'Items', 'Contains', 'Properties'].flatMap((of) => [
  `min${of}`,
  `max${of}`,
])
const UNSUPPORTED = [
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$anchor',
  '$vocabulary',
  'unevaluatedProperties',
  'unevaluatedItems',
  'dependentSchemas',
  'dependencies',
]

type Place = { at: string; depth: number; root: SchemaObject }
type Check = (value: unknown, place: Place) => string | undefined

/** What is wrong with it, as a sentence. */
export function checkSchema(schema: unknown): string | undefined {
  if (!isObject(schema)) return 'The schema must be an object.'
  const bytes = Buffer.byteLength(JSON.stringify(schema))
  if (bytes > SCHEMA_BYTES_MAX) {
    return `The schema is too large: ${bytes.toLocaleString('en')} bytes of JSON, maximum ${SCHEMA_BYTES_MAX.toLocaleString('en')}.`
  }
  const fault = checkNode(schema, { at: '', depth: 0, root: schema })
  return fault && `Invalid schema: ${fault}.`
}

function checkNode(schema: unknown, place: Place): string | undefined {
  if (typeof schema === 'boolean') return undefined
  if (!isObject(schema)) return `${nameOf(place.at)} must be a schema`
  if (place.depth > MAX_DEPTH) return `it is nested more than ${MAX_DEPTH} levels deep`
  for (const [keyword, value] of Object.entries(schema)) {
    const check = checks.get(keyword)
    const fault = check?.(value, { ...place, at: `${place.at}/${escapeSegment(keyword)}` })
    if (fault) return fault
  }
  return undefined
}

const nameOf = (at: string) => (at === '' ? 'the schema' : `\`${at}\``)

const below = (place: Place, name: string | number): Place => ({
  ...place,
  at: `${place.at}/${escapeSegment(String(name))}`,
  depth: place.depth + 1,
})

function must(holds: boolean, { at }: Place, what: string): string | undefined {
  return holds ? undefined : `${nameOf(at)} must be ${what}`
}

function firstFault(faults: Iterable<string | undefined>): string | undefined {
  for (const fault of faults) if (fault) return fault
  return undefined
}

const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const checkChild: Check = (value, place) => checkNode(value, { ...place, depth: place.depth + 1 })

const checkList: Check = (value, place) =>
  must(Array.isArray(value) && value.length > 0, place, 'a list of schemas') ??
  firstFault((value as unknown[]).map((item, index) => checkNode(item, below(place, index)))) // just checked

const checkMap: Check = (value, place) =>
  must(isObject(value), place, 'an object with schemas') ??
  firstFault(
    Object.entries(value as SchemaObject).map(([name, item]) =>
      checkNode(item, below(place, name)),
    ), // just checked
  )

const checkNumber: Check = (value, place) => must(Number.isFinite(value), place, 'a number')

const checkCount: Check = (value, place) =>
  must(Number.isSafeInteger(value) && Number(value) >= 0, place, 'an integer of 0 or more')

const checkPattern: Check = (value, { at }) => {
  if (typeof value !== 'string') return `${nameOf(at)} must be a regular expression`
  const pattern = parsePattern(value)
  return typeof pattern === 'string' ? `${nameOf(at)} ${pattern}` : undefined
}

const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ...[...SCHEMA, ...CONDITION].map((keyword) => [keyword, checkChild] as const),
  ...SCHEMA_LISTS.map((keyword) => [keyword, checkList] as const),
  ...SCHEMA_MAPS.map((keyword) => [keyword, checkMap] as const),
  ...NUMBERS.map((keyword) => [keyword, checkNumber] as const),
  ...COUNTS.map((keyword) => [keyword, checkCount] as const),
  ...UNSUPPORTED.map((keyword) => [keyword, () => `\`${keyword}\` is not supported`] as const),
  [
    'patternProperties',
    (value, place) =>
      checkMap(value, place) ??
      firstFault(
        Object.keys(value as SchemaObject).map((name) => checkPattern(name, below(place, name))), // just checked
      ),
  ],
  ['pattern', checkPattern],
  ['multipleOf', (value, place) => must(Number(value) > 0, place, 'a number greater than 0')],
  ['uniqueItems', (value, place) => must(typeof value === 'boolean', place, 'true or false')],
  ['enum', (value, place) => must(Array.isArray(value), place, 'a list of values')],
  ['required', (value, place) => must(isStrings(value), place, 'a list of names')],
  [
    'dependentRequired',
    (value, place) =>
      must(isObject(value) && Object.values(value).every(isStrings), place, 'lists of names'),
  ],
  [
    'type',
    (value, place) => {
      const types = isStrings(value) && value.length > 0 ? value : [value]
      const isKnown = types.every((type) => TYPES.includes(String(type)))
      return must(isKnown, place, `one of ${TYPES.join(', ')}, or a list of them`)
    },
  ],
  [
    '$ref',
    (value, place) =>
      must(
        resolveReference(place.root, value) !== undefined,
        place,
        '`#` or the path of a definition in the same schema, such as `#/$defs/name`',
      ),
  ],
  ['$id', (_, { at }) => (at === '/$id' ? undefined : '`$id` is supported at the top only')],
])
