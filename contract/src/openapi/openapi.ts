// Prints the operations table as an OpenAPI 3.1 document: same schemas that validate requests, nothing written twice.
import type { TObject, TSchema } from 'typebox'
import { IMAGE_TYPES } from '../attachments.ts'
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
import { Problem } from '../problem.ts'
import { API_VERSION } from '../version.ts'
import { exampleOf } from './example-of.ts'
import { links } from './links.ts'
import { createSchemaPrinter, type SchemaPrinter } from './print-schema.ts'
import { requestExamples } from './request-examples.ts'
import { tagDescriptions } from './tag-descriptions.ts'
import { WEBHOOK_TAG, webhookSection } from './webhook-section.ts'

export { namedEnums } from './named-enums.ts'

type Json = Record<string, unknown>
type Print = SchemaPrinter['print']

function parameters(entry: Operation, print: Print): Json[] {
  const shown = (schema: TSchema) => {
    const { description: _, ...printed } = print(schema) as Json
    const { description, default: standard } = schema as unknown as Json // a schema is JSON
    return {
      ...(description !== undefined && { description }),
      schema: { ...printed, ...(standard !== undefined && { default: standard }) },
    }
  }
  const list = (where: 'path' | 'query', object: TObject | undefined): Json[] =>
    Object.entries(object?.properties ?? {}).map(([name, schema]) => ({
      name,
      in: where,
      required: where === 'path' || ((object?.required ?? []) as string[]).includes(name),
      ...shown(schema),
    }))
  const header = (name: string, schema: TSchema): Json => ({
    name,
    in: 'header',
    required: false,
    ...shown(schema),
  })
  return [
    ...list('path', entry.params),
    ...list('query', entry.query),
    ...(entry.idempotencyKey ? [header('Idempotency-Key', IdempotencyKey)] : []),
    ...(entry.ifMatch ? [header('If-Match', IfMatch)] : []),
    ...(entry.ifNoneMatch ? [header('If-None-Match', IfNoneMatch)] : []),
    ...(entry.lastEventId ? [header('Last-Event-ID', LastEventId)] : []),
  ]
}

function successes(id: string, entry: Operation, print: Print): Json {
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
        ...(body && {
          content: {
            'application/json': {
              schema: print(body),
              example: exampleOf(body as unknown as Json), // a schema is JSON
            },
          },
        }),
        ...(file && {
          content: Object.fromEntries(
            ['application/octet-stream', ...IMAGE_TYPES].map((type) => [
              type,
              { schema: { type: 'string', format: 'binary' } },
            ]),
          ),
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

function requestBody(id: string, entry: Operation, print: Print): Json {
  if (entry.file) {
    const schema = { type: 'string', format: 'binary' }
    const content = { 'application/octet-stream': { schema, example: 'The content of the file' } }
    return { requestBody: { required: true, content } }
  }
  if (!entry.body) return {}
  const mediaTypes =
    entry.method === 'PATCH'
      ? ['application/json', 'application/merge-patch+json']
      : ['application/json']
  const examples: Readonly<Record<string, unknown>> = requestExamples
  const shown = { schema: print(entry.body), example: examples[id.replace(/^agent\./, '')] }
  const content = Object.fromEntries(mediaTypes.map((type) => [type, shown]))
  return { requestBody: { required: true, content } }
}

function operationObject(id: string, entry: Operation, print: Print): Json {
  return {
    operationId: id,
    ...(entry.path.startsWith('/agent/') && { security: [{ AgentToken: [] }] }),
    tags: [entry.tag],
    summary: entry.summary,
    ...(entry.description && { description: entry.description }),
    parameters: parameters(entry, print),
    ...requestBody(id, entry, print),
    responses: { ...successes(id, entry, print), ...errorResponses.of(entry) },
  }
}

export function openApiDocument(): Json {
  const { print, declare, components } = createSchemaPrinter()
  const paths: Record<string, Json> = {}
  for (const [id, entry] of entries) {
    const path = (paths[entry.path] ??= {})
    path[entry.method.toLowerCase()] = operationObject(id, entry, print)
  }
  const errors = errorResponses.components
  const webhooks = webhookSection(declare)
  print(Problem)
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
    tags: [...new Set(entries.map(([, entry]) => entry.tag)), WEBHOOK_TAG].map((name) => ({
      name,
      description: tagDescriptions[name],
    })),
    paths,
    webhooks,
    components: {
      responses: errors,
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        AgentToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'Token of an agent (`agt_…`), for the paths below `/agent`',
        },
      },
      schemas: components(),
    },
  }
}
