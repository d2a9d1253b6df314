// The schemas that the OpenAPI document lists by name; everywhere else in it they are references.
import type { TSchema } from 'typebox'
import { Activity } from '../activity.ts'
import { Actor } from '../actors.ts'
import {
  Agent,
  AgentChange,
  AgentCreate,
  AgentToken,
  AgentTokenCreate,
  AgentTokenWithSecret,
  Budget,
  Usage,
} from '../agents/agents.ts'
import { Approval, ApprovalEdit, Effect, EffectPreview } from '../agents/approvals.ts'
import { Question } from '../agents/questions.ts'
import { Claimed, ClaimedTask, Run } from '../agents/runs.ts'
import { Attachment } from '../attachments.ts'
import { BulkRequest, BulkResponse } from '../bulk.ts'
import { Comment, CommentWrite } from '../comments.ts'
import { EventEnvelope, EventPage, EventTypeEntry } from '../events/events.ts'
import { Field, FieldChangeRequest, FieldChoice, FieldCreate } from '../fields/fields.ts'
import { ConnectionCheck } from '../integrations/checks.ts'
import { IntegrationChange, IntegrationCreate } from '../integrations/integration-requests.ts'
import { Integration } from '../integrations/integrations.ts'
import { Conflict, Link, LinkExplanation, SyncError, WriteBack } from '../integrations/links.ts'
import { Mapping, RemoteChoice, RemoteChoices } from '../integrations/mapping.ts'
import { Provider } from '../integrations/providers.ts'
import { SyncFailure, SyncRun } from '../integrations/runs.ts'
import { InboundMessage } from '../integrations/sync-requests.ts'
import { Problem } from '../problem.ts'
import {
  Schedule,
  ScheduleChange,
  ScheduleCreate,
  ScheduleRule,
  ScheduleRuleInput,
  ScheduleUpcoming,
} from '../recurrence/schedules.ts'
import {
  Template,
  TemplateChange,
  TemplateCreate,
  TemplateTask,
  TemplateUse,
} from '../recurrence/templates.ts'
import { Ping } from '../system.ts'
import { TaskCounts, TaskFacets } from '../tasks/task-counts.ts'
import { Task, TaskChange, TaskCreate, TaskTransition, TaskUpsert } from '../tasks/tasks.ts'
import { AuditEntry } from '../tenant/audit.ts'
import { Attention, BoundedCount, Overview, WorkerLoad } from '../tenant/overview.ts'
import { Settings, SettingsChange } from '../tenant/settings.ts'
import { ApiKeyInfo, SystemInfo } from '../tenant/system-info.ts'
import { View, ViewChange, ViewCreate, ViewQuery } from '../views/views.ts'
import { Delivery, DeliveryWithAttempts } from '../webhooks/deliveries.ts'
import { WebhookFilter } from '../webhooks/webhook-filter.ts'
import { WebhookHealth, WebhookHealthDetail } from '../webhooks/webhook-health.ts'
import {
  FilterTest,
  Recovery,
  SecretRotation,
  WebhookChange,
  WebhookCreate,
} from '../webhooks/webhook-requests.ts'
import { Webhook, WebhookWithSecret } from '../webhooks/webhooks.ts'

/** Schemas that readers meet by name; everywhere else they become a `$ref`. */
export const namedSchemas: Record<string, TSchema> = {
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
  Attachment,
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
  Field,
  FieldChangeRequest,
  FieldChoice,
  FieldCreate,
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
  Schedule,
  ScheduleChange,
  ScheduleCreate,
  ScheduleRule,
  ScheduleRuleInput,
  ScheduleUpcoming,
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
  Template,
  TemplateChange,
  TemplateCreate,
  TemplateTask,
  TemplateUse,
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
