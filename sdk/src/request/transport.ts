// What the generated methods call: one request, a list of pages, or a response that is read as a stream.
import type { KeyOptions, MatchOptions, RequestOptions } from './request-options.ts'

export interface Route {
  /** ID of the operation, such as `tasks.create`. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`, or below `/agent` for agent tokens. */
  path: string
  /**
   * When a retry cannot apply the request twice: always (by default), because of its idempotency key, or only if the
   * server has rejected the attempt without starting it.
   */
  retry?: 'safe' | 'key' | 'rejected'
  /** Accepts agent tokens. */
  agent?: true
  /** Parameter with the position of a page. */
  cursor?: 'after'
}

/** The content of a file. In memory or on a disk, because a retry sends it again: `await openAsBlob(path)` of Node.js does not read it. */
export type UploadBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>

export interface CallInput {
  params?: readonly string[]
  query?: object
  body?: unknown
  /** Sent as it is. */
  file?: UploadBody
  options?: (RequestOptions & KeyOptions & MatchOptions) | undefined
}

export interface Page<T> {
  data: T[]
  /** null or absent on the last page. */
  next_cursor?: string | null
  /** Only of events, whose `next_cursor` is always present. */
  has_more?: boolean
}

/**
 * A list that is read page by page, as far as you iterate:
 * `for await (const task of client.tasks.list())` yields every item and holds one page in memory;
 * `await client.tasks.list()` is the first page.
 */
export interface List<T> extends AsyncIterable<T>, PromiseLike<Page<T>> {
  pages(): AsyncIterable<Page<T>>
  /** All items, or the first `limit`. */
  toArray(options?: { limit?: number }): Promise<T[]>
}

export interface Transport {
  send<T>(route: Route, input: CallInput): Promise<T>
  list<T>(route: Route, input: CallInput): List<T>
  /** Resolves with the headers; the body is read by the caller. */
  open(route: Route, input: CallInput): Promise<Response>
}
