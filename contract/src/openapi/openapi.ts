// Prints the operations table as an OpenAPI 3.1 document: same schemas that validate requests, nothing written twice.
import type { TObject, TSchema } from 'typebox'
import { createErrorResponses } from '../error-responses.ts'
import {
  headerText,
  IdempotencyKey,
  IfMatch,
  IfNoneMatch,
  LastEventId,
  limitHeaders,
} from '../headers.ts'
import type { Operation } from '../operation.ts'
import { type OperationId, operations } from '../operations/operations.ts'
import { tokenOperations } from '../operations/token-operations.ts'
import { API_VERSION } from '../version.ts'
import { links } from './links.ts'
import { namedSchemas } from './named-schemas.ts'

const nameOf = new Map<unknown, string>(Object.entries(namedSchemas).map(([name, s]) => [s, name]))

type Json = Record<string, unknown>

/** Validators leave free JSON open, because the body parser checks all names; the document says so here. */
const anyJson = { $ref: '#/components/schemas/Json' }
const anyName = { not: { const: '__proto__' } }
const JsonValue = {
  description:
    'Any JSON value, stored unchanged. The name `__proto__` is not allowed, and a body nests at most 32 levels.',
  items: anyJson,
  additionalProperties: anyJson,
  propertyNames: anyName,
}

function print(schema: unknown, top = false): unknown {
  const name = nameOf.get(schema)
  if (name && !top) return { $ref: `#/components/schemas/${name}` }
  if (Array.isArray(schema)) return schema.map((item) => print(item))
  if (schema === null || typeof schema !== 'object') return schema
  if (isAnyJson(schema)) return { ...schema, ...anyJson }
  if ('additionalProperties' in schema && schema.additionalProperties === true) {
    return { ...schema, additionalProperties: anyJson, propertyNames: anyName }
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, print(value)]))
}

function isAnyJson(schema: object): boolean {
  const entries = Object.entries(schema)
  return entries.length === 1 && typeof entries[0]?.[1] === 'string' && 'description' in schema
}

function parameters(entry: Operation): Json[] {
  const list = (where: 'path' | 'query', object: TObject | undefined): Json[] =>
    Object.entries(object?.properties ?? {}).map(([name, schema]) => {
      const { description, ...rest } = print(schema, true) as Json
      return {
        name,
        in: where,
        required: where === 'path' || ((object?.required ?? []) as string[]).includes(name),
        ...(description !== undefined && { description }),
        schema: rest,
      }
    })
  const header = (name: string, schema: TSchema): Json => {
    const { description, ...rest } = print(schema, true) as Json
    return { name, in: 'header', required: false, description, schema: rest }
  }
  return [
    ...list('path', entry.params),
    ...list('query', entry.query),
    ...(entry.idempotencyKey ? [header('Idempotency-Key', IdempotencyKey)] : []),
    ...(entry.ifMatch ? [header('If-Match', IfMatch)] : []),
    ...(entry.ifNoneMatch ? [header('If-None-Match', IfNoneMatch)] : []),
    ...(entry.lastEventId ? [header('Last-Event-ID', LastEventId)] : []),
  ]
}

function successes(id: string, entry: Operation): Json {
  return Object.fromEntries(
    Object.entries(entry.success).map(([status, { description, body, stream, file, headers }]) => [
      status,
      {
        description,
        headers: {
          ...Object.fromEntries(
            (headers ?? []).map((name) => [
              name,
              // The last page has no Link; the other headers are always sent.
              {
                required: name !== 'Link',
                schema: { type: 'string' },
                description: headerText[name],
              },
            ]),
          ),
          ...limitHeaders,
        },
        ...(body && { content: { 'application/json': { schema: print(body) } } }),
        ...(file && {
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        }),
        ...(stream && {
          content: Object.fromEntries(stream.map((type) => [type, { schema: { type: 'string' } }])),
        }),
        ...(links[id as OperationId] && { links: links[id as OperationId] }),
      },
    ]),
  )
}

/** Every operation with the ID it has in the document; those of agents are listed again at their own paths. */
const entries: [id: string, entry: Operation][] = [
  ...Object.entries<Operation>(operations),
  ...Object.entries<Operation>(tokenOperations).map(([id, entry]): [string, Operation] => [
    `agent.${id}`,
    entry,
  ]),
]

const errorResponses = createErrorResponses(entries.map(([, entry]) => entry))

function operationObject(id: string, entry: Operation): Json {
  const mediaTypes =
    entry.method === 'PATCH'
      ? ['application/json', 'application/merge-patch+json']
      : ['application/json']
  return {
    operationId: id,
    ...(entry.path.startsWith('/agent/') && { security: [{ AgentToken: [] }] }),
    tags: [entry.tag],
    summary: entry.summary,
    ...(entry.description && { description: entry.description }),
    parameters: parameters(entry),
    ...(entry.body && {
      requestBody: {
        required: true,
        content: Object.fromEntries(
          mediaTypes.map((type) => [type, { schema: print(entry.body) }]),
        ),
      },
    }),
    ...(entry.file && {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    responses: { ...successes(id, entry), ...errorResponses.of(entry) },
  }
}

export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const [id, entry] of entries) {
    const path = (paths[entry.path] ??= {})
    path[entry.method.toLowerCase()] = operationObject(id, entry)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Task Service',
      version: API_VERSION,
      description:
        'One inbox of work for people and AI agents: tasks, events, webhooks and integrations.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ ApiKey: [] }],
    tags: [...new Set(Object.values<Operation>(operations).map((o) => o.tag))].map((name) => ({
      name,
    })),
    paths,
    components: {
      responses: errorResponses.components,
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        AgentToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'Token of an agent (`agt_…`), for the paths below `/agent`',
        },
      },
      schemas: {
        ...Object.fromEntries(
          Object.entries(namedSchemas).map(([name, schema]) => [name, print(schema, true)]),
        ),
        Json: JsonValue,
      },
    },
  }
}
