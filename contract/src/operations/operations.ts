// Every operation of the API in one table; a route without a row here, or a row without a route, fails a test.
import { ActivityListQuery, ActivityPage } from '../activity.ts'
import { BulkRequest, BulkResponse } from '../bulk.ts'
import { Comment, CommentListQuery, CommentPage, CommentWrite, commentParams } from '../comments.ts'
import { EventListQuery, EventPage, EventStreamQuery, EventTypeList } from '../events/events.ts'
import { type Operation, operation } from '../operation.ts'
import { NoQuery, OpenApiDocument, Ping } from '../system.ts'
import {
  referenceParams,
  Task,
  TaskChange,
  TaskCreate,
  TaskListQuery,
  TaskPage,
  TaskTransition,
  TaskUpsert,
  taskParams,
} from '../tasks/tasks.ts'
import { agentOperations } from './agent-operations.ts'
import { approvalOperations } from './approval-operations.ts'
import { attachmentOperations } from './attachment-operations.ts'
import { connectorOperations } from './connector-operations.ts'
import { fieldOperations } from './field-operations.ts'
import { importOperations } from './import-operations.ts'
import { integrationOperations } from './integration-operations.ts'
import { listOperations } from './list-operations.ts'
import { questionOperations } from './question-operations.ts'
import { recurrenceOperations } from './recurrence-operations.ts'
import { bodyErrors, idempotencyErrors, taskErrors } from './request-errors.ts'
import { runOperations } from './run-operations.ts'
import { syncOperations } from './sync-operations.ts'
import { tenantOperations } from './tenant-operations.ts'
import type { UiOperations } from './ui-operations.ts'
import { viewOperations } from './view-operations.ts'
import { webhookOperations } from './webhook-operations.ts'

export const operations = {
  'system.ping': operation({
    method: 'GET',
    path: '/api/ping',
    tag: 'System',
    summary: 'Ping the API',
    description: 'Returns 200 when your API key is valid and the server is accepting requests.',
    query: NoQuery,
    success: { 200: { description: 'The API is available', body: Ping } },
    errors: [],
  }),
  'system.openapi': operation({
    method: 'GET',
    path: '/api/openapi.json',
    tag: 'System',
    summary: 'Get the OpenAPI document',
    description:
      'This document, as the running version serves it. Its `servers` has the public URL if one is configured.',
    query: NoQuery,
    success: { 200: { description: 'The OpenAPI 3.1 document', body: OpenApiDocument } },
    errors: [],
  }),
  'tasks.list': operation({
    method: 'GET',
    path: '/api/tasks',
    tag: 'Tasks',
    summary: 'List tasks',
    description: 'Newest first unless `sort` is given. Pages never repeat or skip a task.',
    query: TaskListQuery,
    success: {
      200: { description: 'A page of tasks', body: TaskPage, headers: ['Link', 'ETag'] },
      304: { description: 'No task of the tenant has changed' },
    },
    errors: ['invalid_cursor'],
    ifNoneMatch: true,
  }),
  ...listOperations,
  'tasks.create': operation({
    method: 'POST',
    path: '/api/tasks',
    tag: 'Tasks',
    summary: 'Create a task',
    description:
      'Only `title` is required. Send an `Idempotency-Key` so that a retry does not create a second task, or `source` and `external_id`, which are unique together.',
    query: NoQuery,
    body: TaskCreate,
    success: { 201: { description: 'Created', body: Task, headers: ['Location', 'ETag'] } },
    errors: [...bodyErrors, ...idempotencyErrors, ...taskErrors, 'reference_taken'],
    idempotencyKey: true,
  }),
  'tasks.bulk': operation({
    method: 'POST',
    path: '/api/tasks/bulk',
    tag: 'Tasks',
    summary: 'Bulk create and update tasks',
    description:
      'Up to 500 items. Atomic by default: if one item fails, none is applied. With `"mode": "best_effort"` each item succeeds or fails on its own, and the response is 200 with a result per item.',
    query: NoQuery,
    body: BulkRequest,
    success: { 200: { description: 'One result per item', body: BulkResponse } },
    errors: [...bodyErrors, ...idempotencyErrors, 'bulk_not_applied'],
    idempotencyKey: true,
  }),
  'tasks.get': operation({
    method: 'GET',
    path: '/api/tasks/{task}',
    tag: 'Tasks',
    summary: 'Get a task',
    description: 'By ID (`tsk_…`) or by number (`T-142`).',
    params: taskParams,
    query: NoQuery,
    success: {
      200: { description: 'The task', body: Task, headers: ['ETag'] },
      304: { description: 'The task has not changed' },
    },
    errors: ['task_not_found'],
    ifNoneMatch: true,
  }),
  'tasks.change': operation({
    method: 'PATCH',
    path: '/api/tasks/{task}',
    tag: 'Tasks',
    summary: 'Update a task',
    description:
      'Partial update (JSON Merge Patch). Changing `status` follows the transition rules.',
    params: taskParams,
    query: NoQuery,
    body: TaskChange,
    success: { 200: { description: 'The updated task', body: Task, headers: ['ETag'] } },
    errors: [
      ...bodyErrors,
      'task_not_found',
      'transition_not_allowed',
      'version_mismatch',
      ...taskErrors,
    ],
    ifMatch: true,
  }),
  'tasks.remove': operation({
    method: 'DELETE',
    path: '/api/tasks/{task}',
    tag: 'Tasks',
    summary: 'Delete a task',
    description:
      'Also deletes its comments and attachments. Subtasks are kept and become top-level tasks.',
    params: taskParams,
    query: NoQuery,
    success: { 204: { description: 'Deleted' } },
    errors: ['task_not_found', 'version_mismatch'],
    ifMatch: true,
  }),
  'tasks.transition': operation({
    method: 'POST',
    path: '/api/tasks/{task}/transitions',
    tag: 'Tasks',
    summary: 'Transition a task',
    description:
      'Moves the task to another status. If the transition is not allowed, the response is 409 and lists those that are.',
    params: taskParams,
    query: NoQuery,
    body: TaskTransition,
    success: { 200: { description: 'The task in its new status', body: Task, headers: ['ETag'] } },
    errors: [
      ...bodyErrors,
      ...idempotencyErrors,
      'task_not_found',
      'transition_not_allowed',
      'version_mismatch',
    ],
    idempotencyKey: true,
    ifMatch: true,
  }),
  'tasks.upsert': operation({
    method: 'PUT',
    path: '/api/tasks/by-ref/{source}/{external_id}',
    tag: 'Tasks',
    summary: 'Upsert a task by external reference',
    description:
      'Safe to retry: `source` and `external_id` are unique together, so there is never a second task.',
    params: referenceParams,
    query: NoQuery,
    body: TaskUpsert,
    success: {
      200: { description: 'The task existed and was updated', body: Task, headers: ['ETag'] },
      201: { description: 'Created', body: Task, headers: ['Location', 'ETag'] },
    },
    errors: [...bodyErrors, 'transition_not_allowed', 'version_mismatch', ...taskErrors],
    ifMatch: true,
  }),
  'tasks.activity': operation({
    method: 'GET',
    path: '/api/tasks/{task}/activity',
    tag: 'Tasks',
    summary: 'List task activity',
    description:
      'What happened to the task: changes with the values before and after, and who made them.',
    params: taskParams,
    query: ActivityListQuery,
    success: { 200: { description: 'Newest first', body: ActivityPage, headers: ['Link'] } },
    errors: ['task_not_found', 'invalid_cursor'],
  }),
  'comments.list': operation({
    method: 'GET',
    path: '/api/tasks/{task}/comments',
    tag: 'Comments',
    summary: 'List comments',
    description: 'Oldest first.',
    params: taskParams,
    query: CommentListQuery,
    success: { 200: { description: 'Oldest first', body: CommentPage, headers: ['Link'] } },
    errors: ['task_not_found', 'invalid_cursor'],
  }),
  'comments.create': operation({
    method: 'POST',
    path: '/api/tasks/{task}/comments',
    tag: 'Comments',
    summary: 'Create a comment',
    description: 'The text is Markdown. `@[Name](user:usr_…)` mentions a user or an agent.',
    params: taskParams,
    query: NoQuery,
    body: CommentWrite,
    success: { 201: { description: 'Created', body: Comment, headers: ['Location'] } },
    errors: [...bodyErrors, ...idempotencyErrors, 'task_not_found'],
    idempotencyKey: true,
  }),
  'comments.get': operation({
    method: 'GET',
    path: '/api/tasks/{task}/comments/{comment}',
    tag: 'Comments',
    summary: 'Get a comment',
    description: 'A comment of this task, with its author and mentions.',
    params: commentParams,
    query: NoQuery,
    success: { 200: { description: 'The comment', body: Comment } },
    errors: ['task_not_found', 'comment_not_found'],
  }),
  'comments.change': operation({
    method: 'PATCH',
    path: '/api/tasks/{task}/comments/{comment}',
    tag: 'Comments',
    summary: 'Update a comment',
    description:
      'Only its author can edit a comment. A comment written with one API key can be edited with any API key of the tenant.',
    params: commentParams,
    query: NoQuery,
    body: CommentWrite,
    success: { 200: { description: 'The updated comment', body: Comment } },
    errors: [...bodyErrors, 'task_not_found', 'comment_not_found', 'comment_not_yours'],
  }),
  'comments.remove': operation({
    method: 'DELETE',
    path: '/api/tasks/{task}/comments/{comment}',
    tag: 'Comments',
    summary: 'Delete a comment',
    description:
      'Users can delete any comment. API keys can delete comments that were not written by a user.',
    params: commentParams,
    query: NoQuery,
    success: { 204: { description: 'Deleted' } },
    errors: ['task_not_found', 'comment_not_found', 'comment_not_yours'],
  }),
  ...attachmentOperations,
  'events.list': operation({
    method: 'GET',
    path: '/api/events',
    tag: 'Events',
    summary: 'List events',
    description:
      'Oldest first, starting after `after`, or with the oldest retained event. Following `next_cursor` returns every event exactly once, in the same order for all readers.',
    query: EventListQuery,
    success: { 200: { description: 'A page of events', body: EventPage } },
    errors: ['invalid_cursor', 'feed_truncated'],
  }),
  'events.stream': operation({
    method: 'GET',
    path: '/api/events/stream',
    tag: 'Events',
    summary: 'Stream events (SSE)',
    description:
      'Server-sent events: `id` is a cursor, `event` the event type, `data` the same envelope as in the list. Starts with new events, or after `Last-Event-ID` or `after`. A comment is sent every 15 s to keep the connection open.',
    query: EventStreamQuery,
    success: { 200: { description: 'Events as they happen', stream: ['text/event-stream'] } },
    errors: ['invalid_cursor', 'feed_truncated', 'too_many_streams'],
    lastEventId: true,
  }),
  'events.types': operation({
    method: 'GET',
    path: '/api/event-types',
    tag: 'Events',
    summary: 'List event types',
    description: 'Every type of event with its JSON Schema and an example.',
    query: NoQuery,
    success: { 200: { description: 'All event types', body: EventTypeList } },
    errors: [],
  }),
  ...fieldOperations,
  ...viewOperations,
  ...recurrenceOperations,
  ...importOperations,
  ...webhookOperations,
  ...agentOperations,
  ...runOperations,
  ...questionOperations,
  ...approvalOperations,
  ...connectorOperations,
  ...integrationOperations,
  ...syncOperations,
  ...tenantOperations,
} as const satisfies Record<string, Operation>

export type Operations = typeof operations
export type OperationId = keyof Operations

/** Of the API and of the dashboard, for what serves both. */
export type AnyOperations = Operations & UiOperations
export type AnyOperationId = keyof AnyOperations
