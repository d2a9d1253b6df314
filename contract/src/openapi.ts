// Prints the operations table as an OpenAPI 3.1 document: same schemas that validate requests, nothing written twice.
import type { TObject, TSchema } from 'typebox'
import { Activity } from './activity.ts'
import { Actor } from './actors.ts'
import {
  Agent,
  AgentChange,
  AgentCreate,
  AgentToken,
  AgentTokenCreate,
  AgentTokenWithSecret,
  Budget,
  Usage,
} from './agents/agents.ts'
import { Approval, ApprovalEdit, Effect, EffectPreview } from './agents/approvals.ts'
import { Question } from './agents/questions.ts'
import { Claimed, ClaimedTask, Run } from './agents/runs.ts'
import { BulkRequest, BulkResponse } from './bulk.ts'
import { Comment, CommentWrite } from './comments.ts'
import { createErrorResponses } from './error-responses.ts'
import { EventEnvelope, EventPage, EventTypeEntry } from './events/events.ts'
import {
  headerText,
  IdempotencyKey,
  IfMatch,
  IfNoneMatch,
  LastEventId,
  limitHeaders,
} from './headers.ts'
import { ConnectionCheck } from './integrations/checks.ts'
import { IntegrationChange, IntegrationCreate } from './integrations/integration-requests.ts'
import { Integration } from './integrations/integrations.ts'
import { Conflict, Link, LinkExplanation, SyncError, WriteBack } from './integrations/links.ts'
import { Mapping, RemoteChoice, RemoteChoices } from './integrations/mapping.ts'
import { Provider } from './integrations/providers.ts'
import { SyncFailure, SyncRun } from './integrations/runs.ts'
import { InboundMessage } from './integrations/sync-requests.ts'
import type { Operation } from './operation.ts'
import { type OperationId, operations } from './operations/operations.ts'
import { tokenOperations } from './operations/token-operations.ts'
import { Problem } from './problem.ts'
import { Ping } from './system.ts'
import { TaskCounts, TaskFacets } from './tasks/task-counts.ts'
import { Task, TaskChange, TaskCreate, TaskTransition, TaskUpsert } from './tasks/tasks.ts'
import { AuditEntry } from './tenant/audit.ts'
import { Attention, BoundedCount, Overview, WorkerLoad } from './tenant/overview.ts'
import { Settings, SettingsChange } from './tenant/settings.ts'
import { ApiKeyInfo, SystemInfo } from './tenant/system-info.ts'
import { API_VERSION } from './version.ts'
import { View, ViewChange, ViewCreate, ViewQuery } from './views/views.ts'
import { Delivery, DeliveryWithAttempts } from './webhooks/deliveries.ts'
import { WebhookFilter } from './webhooks/webhook-filter.ts'
import { WebhookHealth, WebhookHealthDetail } from './webhooks/webhook-health.ts'
import {
  FilterTest,
  Recovery,
  SecretRotation,
  WebhookChange,
  WebhookCreate,
} from './webhooks/webhook-requests.ts'
import { Webhook, WebhookWithSecret } from './webhooks/webhooks.ts'

/** Schemas that readers meet by name; everywhere else they become a `$ref`. */
const named: Record<string, TSchema> = {
  Activity,
  Actor,
  Agent,
  AgentChange,
  AgentCreate,
  AgentToken,
  AgentTokenCreate,
  AgentTokenWithSecret,
  ApiKeyInfo,
  Approval,
  ApprovalEdit,
  Attention,
  AuditEntry,
  BoundedCount,
  Budget,
  BulkRequest,
  BulkResponse,
  Claimed,
  ClaimedTask,
  Comment,
  CommentWrite,
  Conflict,
  ConnectionCheck,
  Delivery,
  DeliveryWithAttempts,
  Effect,
  EffectPreview,
  EventEnvelope,
  EventPage,
  EventTypeEntry,
  FilterTest,
  InboundMessage,
  Integration,
  IntegrationChange,
  IntegrationCreate,
  Link,
  LinkExplanation,
  Mapping,
  Overview,
  Ping,
  Problem,
  Provider,
  Question,
  Recovery,
  RemoteChoice,
  RemoteChoices,
  Run,
  SecretRotation,
  Settings,
  SettingsChange,
  SyncError,
  SyncFailure,
  SyncRun,
  SystemInfo,
  Task,
  TaskChange,
  TaskCounts,
  TaskCreate,
  TaskFacets,
  TaskTransition,
  TaskUpsert,
  Usage,
  View,
  ViewChange,
  ViewCreate,
  ViewQuery,
  Webhook,
  WebhookChange,
  WebhookCreate,
  WebhookFilter,
  WebhookHealth,
  WebhookHealthDetail,
  WebhookWithSecret,
  WorkerLoad,
  WriteBack,
}
const nameOf = new Map<unknown, string>(Object.entries(named).map(([name, s]) => [s, name]))

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
    Object.entries(entry.success).map(([status, { description, body, stream, headers }]) => [
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
        ...(stream && {
          content: Object.fromEntries(stream.map((type) => [type, { schema: { type: 'string' } }])),
        }),
        ...(links[id as OperationId] && { links: links[id as OperationId] }),
      },
    ]),
  )
}

function toTask(operationIds: OperationId[], field = 'id'): Json {
  return Object.fromEntries(
    operationIds.map((operationId) => [
      operationId,
      { operationId, parameters: { task: `$response.body#/${field}` } },
    ]),
  )
}

/** What a client can do next with a response. */
const links: Partial<Record<OperationId, Json>> = {
  'tasks.create': toTask([
    'tasks.get',
    'tasks.change',
    'tasks.transition',
    'tasks.activity',
    'comments.create',
    'comments.list',
    'tasks.remove',
  ]),
  'views.create': Object.fromEntries(
    (['views.get', 'views.change', 'views.remove'] as const).map((operationId) => [
      operationId,
      { operationId, parameters: { view: '$response.body#/id' } },
    ]),
  ),
  'comments.create': Object.fromEntries(
    (['comments.get', 'comments.change', 'comments.remove'] as const).map((operationId) => [
      operationId,
      {
        operationId,
        parameters: { task: '$response.body#/task_id', comment: '$response.body#/id' },
      },
    ]),
  ),
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
          Object.entries(named).map(([name, schema]) => [name, print(schema, true)]),
        ),
        Json: JsonValue,
      },
    },
  }
}
