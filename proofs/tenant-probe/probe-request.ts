// Requests made from the OpenAPI document: the caller's own things everywhere, except where a probe puts another's.
import { RECEIVER_URL } from '../../tests/harness/webhooks/new-webhook.ts'
import type { Belongings } from './belongings.ts'
import {
  idKinds,
  type Json,
  type Kind,
  type Position,
  type ProbeOperation,
  resolve,
} from './id-positions.ts'

export type Substitution = { position: Position; value: string }

export type ProbeRequest = {
  method: string
  url: string
  headers: Record<string, string>
  payload: string | undefined
}

/** What a tenant can be asked for by a name of this kind; undefined when the proof knows none. */
export function valueOf(
  own: Belongings,
  operation: ProbeOperation,
  kind: Kind,
  index: number,
): string | undefined {
  const values = own.values[`${kind} of ${operation.id}`] ?? own.values[kind] ?? []
  return values[index % Math.max(1, values.length)]
}

export function buildRequest(
  document: Json,
  operation: ProbeOperation,
  own: Belongings,
  index: number,
  substitutions: readonly Substitution[],
): ProbeRequest {
  const sent = (place: string, name: string) =>
    substitutions.find(({ position }) => position.place === place && position.name === name)?.value
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const position = operation.positions.find((one) => one.place === 'path' && one.name === name)
    const mine = valueOf(own, operation, position?.kinds[0] ?? name, index)
    return encodeURIComponent(sent('path', name) ?? mine ?? 'probe')
  })
  const query = new URLSearchParams(requiredChoices(operation, index))
  const headers: Record<string, string> = {}
  for (const { position, value } of substitutions) {
    if (position.place === 'query') query.set(position.name, value)
    if (position.place === 'header') headers[position.name.toLowerCase()] = value
  }
  const search = query.size > 0 ? `?${query.toString()}` : ''
  const body = operation.body && buildBody(document, operation, own, index, substitutions)
  return {
    method: operation.method,
    url: `${path}${search}`,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    payload: body === undefined ? undefined : JSON.stringify(body),
  }
}

/** Another one for each object, so that all are tried. */
function requiredChoices({ choices }: ProbeOperation, index: number): [string, string][] {
  return choices
    .filter(({ required }) => required)
    .map(({ name, values }) => [name, values[index % values.length] ?? ''])
}

function buildBody(
  document: Json,
  operation: ProbeOperation,
  own: Belongings,
  index: number,
  substitutions: readonly Substitution[],
): unknown {
  const sampler = { document, own, operation, index }
  const schema = operation.body ?? {}
  const body = sample(sampler, schema, '')
  for (const { position, value } of substitutions) {
    if (position.place === 'body') putInto(sampler, schema, body, position.name.split('/'), value)
  }
  return body
}

type Sampler = { document: Json; own: Belongings; operation: ProbeOperation; index: number }

/** Values with a meaning that no schema expresses: a task may always stay where it is. The lease token is no one's, so that the
 * request is refused for the run it names and not for its form. */
const meant: Record<string, unknown> = {
  to: 'ready',
  url: RECEIVER_URL,
  since: '2026-01-01T00:00:00Z',
  lease_token: `lease_${'0'.repeat(32)}`,
}

/** The smallest value the schema accepts. */
function sample(sampler: Sampler, given: Json, name: string): unknown {
  const schema = resolve(given, sampler.document)
  if (name in meant) return meant[name]
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown
  const [kind] = idKinds(schema)
  if (kind) return valueOf(sampler.own, sampler.operation, kind, sampler.index)
  const type = Array.isArray(schema['type']) ? (schema['type'][0] as unknown) : schema['type']
  if (type === 'boolean') return true
  if (type === 'integer') return schema['minimum'] ?? 1
  if (type === 'array')
    return schema['minItems'] ? [sample(sampler, schema['items'] as Json, '')] : []
  if (type === 'object') return sampleObject(sampler, schema)
  return 'probe'
}

function sampleObject(sampler: Sampler, schema: Json): Json {
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  const required = (schema['required'] ?? []) as string[]
  const all = new Set([...required, ...Object.keys(properties)])
  const least = Math.max(required.length, Number(schema['minProperties'] ?? 0))
  const names = [...all].slice(0, least)
  return Object.fromEntries(
    names.map((name) => [name, sample(sampler, properties[name] ?? {}, name)]),
  )
}

/** Puts the value where the way leads, with whatever must stand beside it and nothing that may not. */
function putInto(
  sampler: Sampler,
  given: Json,
  target: unknown,
  [step = '', ...rest]: string[],
  value: string,
): void {
  const schema = resolve(given, sampler.document)
  const at = target as Record<string, unknown> // an array or object, made by sample for this very schema
  const isArray = Array.isArray(target)
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  const child = (isArray ? schema['items'] : properties[step]) as Json
  if (rest.length === 0) at[step] = value
  else {
    at[step] ??= sample(sampler, child, step)
    putInto(sampler, child, at[step], rest, value)
  }
  if (isArray) return
  const together = (schema['dependentRequired'] ?? {}) as Record<string, string[]>
  for (const name of together[step] ?? []) at[name] ??= 'probe'
  const most = Number(schema['maxProperties'] ?? Number.POSITIVE_INFINITY)
  for (const name of Object.keys(at)) {
    if (Object.keys(at).length > most && name !== step) delete at[name]
  }
}
