// The options of the client and of a single call.
import type { TaskServiceError } from '../errors.ts'

export interface RetryOptions {
  /**
   * Retries after the first attempt.
   * @default 6
   */
  maxRetries?: number | undefined
  /**
   * Time for all attempts of a call. A retry that would start later is not made.
   * @default 120000
   */
  maxElapsedMs?: number | undefined
  /**
   * Upper limit of the first delay; it doubles with every retry. Delays are random between 0 and the limit (full jitter).
   * @default 500
   */
  baseDelayMs?: number | undefined
  /** @default 30000 */
  maxDelayMs?: number | undefined
}

/** About a response, whatever its body is. */
export interface ResponseInfo {
  /** ID of the operation, such as `tasks.create`. */
  operation: string
  status: number
  headers: Headers
  /** Include it when you ask for help. */
  requestId: string | undefined
  /** 1 if the first attempt succeeded. */
  attempts: number
}

/** About a retry that is about to be made. */
export interface RetryInfo {
  operation: string
  /** Number of the attempt that failed. */
  attempt: number
  delayMs: number
  error: TaskServiceError
}

export interface RequestOptions {
  signal?: AbortSignal | undefined
  /** Time for one attempt, including the body of the response. */
  timeoutMs?: number | undefined
  /** `false` disables retries for this call. */
  retry?: RetryOptions | false | undefined
  headers?: Record<string, string> | undefined
  onResponse?: ((response: ResponseInfo) => void) | undefined
}

export interface KeyOptions {
  /**
   * By default, every call has a random key, which its retries share. Pass your own to deduplicate across calls and
   * processes: for 24 hours, a call with the same key and body returns the first response.
   */
  idempotencyKey?: string | undefined
}

export interface MatchOptions {
  /** `version` of the object that you read. If it has changed since, the call fails with `version_mismatch`. */
  ifMatch?: number | string | undefined
}

export interface ClientOptions {
  /** Base URL of your tenant, such as `https://acme.tasks.example.com`. */
  url: string | URL
  /** For everything. Keep it on servers: an API key does not belong in a browser. */
  apiKey?: string | undefined
  /** Token of an agent (`agt_…`), instead of an API key: for workers. */
  agentToken?: string | undefined
  /** @default 30000 */
  timeoutMs?: number | undefined
  retry?: RetryOptions | false | undefined
  /** Sent with every request. */
  headers?: Record<string, string> | undefined
  /** Used instead of the global `fetch`, for example with a proxy or your own certificate authority. */
  fetch?: typeof fetch | undefined
  onResponse?: ((response: ResponseInfo) => void) | undefined
  onRetry?: ((retry: RetryInfo) => void) | undefined
}
