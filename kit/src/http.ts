// HTTP for integrations, which have no sockets: the host sends the requests. A secret is referenced by name, never held.
import { Failure } from './failure.ts'
import type { Json } from './remote-task.ts'

/** Stands for a secret; the host puts the value into the request, and only towards hosts the secret was entered for. */
export type SecretRef = { readonly secret: string }

/** A header whose value the host completes. */
export type SecretHeader = SecretRef & {
  form: 'raw' | 'bearer' | 'basic'
  /** Of `basic`: the name before the colon. Of `raw`: nothing, or what stands before the secret. */
  user?: string
  prefix?: string
}

export type HeaderValue = string | SecretHeader

export const raw = (ref: SecretRef, prefix = ''): SecretHeader => ({ ...ref, form: 'raw', prefix })
export const bearer = (ref: SecretRef): SecretHeader => ({ ...ref, form: 'bearer' })
export const basic = (user: string, ref: SecretRef): SecretHeader => ({
  ...ref,
  form: 'basic',
  user,
})

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Record<string, HeaderValue>
  /** Sent as JSON when it is not text. */
  body?: Json | undefined
  /** Where in a JSON body the host puts a secret: a webhook that the vendor is to sign with it. Never found by looking, so that no text of a task can ask for one. */
  bodySecrets?: { path: string[]; secret: SecretRef }[]
  timeoutMs?: number
}

export type HttpResponse = {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  body: string
}

/**
 * Any status is an answer. No answer at all is thrown as a `Failure`: `unreachable` when nothing was sent, `transient`
 * with `maybeDone` when it may have arrived.
 */
export type HttpClient = { request: (request: HttpRequest) => Promise<HttpResponse> }

/** The body as JSON; what does not parse is a `protocol` failure, for instance half an answer. */
export function parseJson(response: HttpResponse): unknown {
  try {
    return JSON.parse(response.body)
  } catch {
    throw new Failure('protocol', `The response (status ${response.status}) is not valid JSON.`)
  }
}
