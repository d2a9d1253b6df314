// Public interface of the package.
export { Events, TaskService } from './client.ts'
export {
  type AnyErrorCode,
  type ClientErrorCode,
  type ErrorFacts,
  isTaskServiceError,
  TaskServiceError,
} from './errors.ts'
export { EventFeed, type FollowOptions } from './events/event-feed.ts'
export type * from './generated/resources.gen.ts'
export type * from './generated/types.gen.ts'
export type { RawRequest } from './request/raw-request.ts'
export type {
  ClientOptions,
  KeyOptions,
  MatchOptions,
  RequestOptions,
  ResponseInfo,
  RetryInfo,
  RetryOptions,
} from './request/request-options.ts'
export type { CallInput, List, Page, Route, Transport, UploadBody } from './request/transport.ts'
export {
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookRejection,
  WebhookVerificationError,
} from './webhooks/verify-webhook.ts'
export { TaskFailure, TaskRelease } from './worker/task-outcomes.ts'
export { type RunOptions, type RunReport, type TaskQuestion, TaskRun } from './worker/task-run.ts'
export { type TaskHandler, Worker, type WorkerOptions, type WorkerResult } from './worker/worker.ts'
