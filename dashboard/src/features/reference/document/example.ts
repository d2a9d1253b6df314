// A value that fits a schema, so that every request of the reference can be tried as it stands.
import { type OpenApi, type Operation, resolve, type Schema } from './open-api.ts'

/** Values people would write, for names that say what they mean. */
const samples: Record<string, string> = {
  title: 'Check the customs form',
  description: 'Line 2 has no HS code.',
  body: 'Done.',
  queue: 'customs',
  labels: 'customs',
  label: 'customs',
  assignee: 'customs-desk',
  delegate: 'docs-agent',
  source: 'hubspot',
  external_id: 'ticket-4711',
  name: 'Late shipments',
  url: 'https://example.com/hooks/tasks',
  hash: '9f3c1d07a5e84b62c0d91e7f35ab846219cf0e7d4b83a65f12e09d7c58b4e41b',
}
const AT = '2026-11-15T09:30:00.000Z'
const DEEPEST = 6

export type ExampleOptions = {
  /** Requests show what must be there, answers all of it. */
  whole: boolean
}

export function exampleOf(
  given: Schema,
  document: OpenApi,
  { whole }: ExampleOptions,
  name = '',
  depth = 0,
): unknown {
  const schema = resolve(given, document)
  const known = schema.examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0]
  if (known !== undefined) return known
  const [branch] = schema.oneOf ?? schema.anyOf ?? []
  if (branch) {
    const { oneOf: _one, anyOf: _any, ...rest } = schema
    return exampleOf(joined(rest, branch), document, { whole }, name, depth)
  }
  const type = [schema.type].flat().find((one) => one !== 'null')
  if (type === 'object') return depth > DEEPEST ? {} : fields(schema, document, { whole }, depth)
  if (type === 'array') {
    const item = schema.items ?? {}
    return depth > DEEPEST ? [] : [exampleOf(item, document, { whole }, name, depth + 1)]
  }
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (type === 'string') return textOf(schema, name)
  return type === undefined && name !== '' ? {} : null
}

/** A branch adds to what stands beside it: what must be there must be so in either. */
function joined(beside: Schema, branch: Schema): Schema {
  const properties = { ...beside.properties, ...branch.properties }
  const required = [...(beside.required ?? []), ...(branch.required ?? [])]
  const hasFields = Object.keys(properties).length > 0
  return { ...beside, ...branch, ...(hasFields && { properties, required }) }
}

function textOf({ format, maxLength = Infinity }: Schema, name: string): string {
  if (format === 'date-time') return AT
  if (format === 'date') return AT.slice(0, 10)
  if (format === 'uri') return samples['url'] ?? ''
  return (samples[name] ?? 'text').slice(0, maxLength)
}

function fields(
  schema: Schema,
  document: OpenApi,
  { whole }: ExampleOptions,
  depth: number,
): Record<string, unknown> {
  const all = Object.entries(schema.properties ?? {})
  const must = new Set(schema.required)
  const least = Math.max(schema.minProperties ?? 0, must.size)
  for (const [name] of all) if (must.size < least) must.add(name)
  return Object.fromEntries(
    all
      .filter(([name]) => whole || must.has(name))
      .map(([name, one]) => [name, exampleOf(one, document, { whole }, name, depth + 1)]),
  )
}

/** The address of an operation with everything filled in that must be. */
export function pathOf({ path, parameters }: Operation, document: OpenApi): string {
  const valueOf = (name: string): string => {
    const schema = parameters.find((one) => one.name === name)?.schema ?? {}
    return encodeURIComponent(String(exampleOf(schema, document, { whole: false }, name)))
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueOf(name))
  const asked = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => `${name}=${valueOf(name)}`)
  return asked.length > 0 ? `${filled}?${asked.join('&')}` : filled
}
