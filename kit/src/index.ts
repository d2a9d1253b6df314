// Public interface of the kit: everything an integration is written with.
export type { EdgeClient, EdgeRequest, EdgeRows, EdgeStatement } from './edge.ts'
export { Failure, type FailureKind, isFailure } from './failure.ts'
export { fingerprint } from './fingerprint.ts'
export {
  basic,
  bearer,
  type HeaderValue,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
  parseJson,
  raw,
  type SecretHeader,
  type SecretRef,
} from './http.ts'
export type {
  Capabilities,
  ConfigField,
  ConfigKind,
  FieldAccess,
  FieldSupport,
  Manifest,
  RateLimit,
  RateLimitHeaders,
  SecretField,
} from './manifest.ts'
export { addMarker, type MarkedText, splitMarker } from './marker.ts'
export {
  type Choice,
  type ChoiceKind,
  type ConnectionReport,
  type Context,
  PLUGIN_API,
  type Plugin,
  type PullItem,
  type PullOptions,
} from './plugin.ts'
export type { Change, FinishedTask, PushOptions, PushResult, SkippedField } from './push.ts'
export { type ChangesPage, type PageStart, readChanges } from './read-changes.ts'
export { plainText, type RefusalFacts, refusal } from './refusal.ts'
export type {
  ContextRecord,
  Gone,
  Json,
  Person,
  RemoteComment,
  RemoteFields,
  RemoteRef,
  RemoteTask,
  StatusGroup,
  TaskField,
} from './remote-task.ts'
export type {
  Hint,
  Parsed,
  RawRequest,
  Registration,
  SignedPiece,
  Verification,
  WebhookSide,
} from './webhook.ts'
