// The HTTP client that the suite gives an integration: does what the host does with a request, and keeps what was asked.
import { type IncomingMessage, request } from 'node:http'
import {
  Failure,
  type HeaderValue,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
  type Json,
} from '@task-service/kit'
import { targetHeader } from './fault-proxy.ts'

export type ClientOptions = {
  /** What the integration declares: `name` or `name:port`. */
  hosts: readonly string[]
  secrets: Readonly<Record<string, string>>
  origins: Readonly<Record<string, string>>
  proxyUrl: string
  signal: AbortSignal
  timeoutMs: number
}

export type RecordingClient = HttpClient & {
  /** As the integration built them. */
  asked: HttpRequest[]
  /** Hosts that were asked for and not declared. */
  strayed: string[]
}

export function createRecordingClient(options: ClientOptions): RecordingClient {
  const asked: HttpRequest[] = []
  const strayed: string[] = []
  return {
    asked,
    strayed,
    async request(wanted) {
      options.signal.throwIfAborted()
      asked.push(structuredClone(wanted))
      const url = new URL(wanted.url)
      if (!options.hosts.includes(url.host) && !options.hosts.includes(url.hostname)) {
        strayed.push(url.host)
        throw new Failure('forbidden', `The integration does not declare ${url.host}.`)
      }
      const origin = options.origins[url.host] ?? url.origin
      return await send(wanted, url, origin, options)
    },
  }
}

async function send(
  wanted: HttpRequest,
  url: URL,
  origin: string,
  { secrets, proxyUrl, signal, timeoutMs }: ClientOptions,
): Promise<HttpResponse> {
  const body = bodyOf(wanted, secrets)
  const headers: Record<string, string> = { [targetHeader]: origin }
  if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body))
  if (typeof wanted.body !== 'string' && body !== undefined)
    headers['content-type'] = 'application/json'
  for (const [name, value] of Object.entries(wanted.headers ?? {})) {
    headers[name.toLowerCase()] = headerText(value, secrets)
  }
  const limit = AbortSignal.timeout(Math.min(wanted.timeoutMs ?? timeoutMs, timeoutMs))
  const outgoing = request(new URL(url.pathname + url.search, proxyUrl), {
    method: wanted.method,
    headers,
    signal: AbortSignal.any([signal, limit]),
    agent: false,
  })
  return await new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(signal.aborted ? signal.reason : noAnswer(error))
    outgoing.on('error', fail)
    outgoing.on('response', (response) => void readText(response).then(resolve, fail))
    outgoing.end(body)
  })
}

function noAnswer(error: Error): Failure {
  const isRefused = 'code' in error && error.code === 'ECONNREFUSED'
  return isRefused
    ? new Failure('unreachable', 'No connection.')
    : new Failure('transient', 'No answer, or not all of it.', { maybeDone: true })
}

async function readText(response: IncomingMessage): Promise<HttpResponse> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer) // no encoding is set, so chunks are bytes
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return { status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks).toString() }
}

function headerText(value: HeaderValue, secrets: Readonly<Record<string, string>>): string {
  if (typeof value === 'string') return value
  const secret = valueOf(value.secret, secrets)
  if (value.form === 'bearer') return `Bearer ${secret}`
  if (value.form === 'raw') return `${value.prefix ?? ''}${secret}`
  return `Basic ${Buffer.from(`${value.user ?? ''}:${secret}`).toString('base64')}`
}

function bodyOf(
  { body, bodySecrets }: HttpRequest,
  secrets: Readonly<Record<string, string>>,
): string | undefined {
  if (body === undefined || typeof body === 'string') return body
  const filled = structuredClone(body)
  for (const { path, secret } of bodySecrets ?? []) {
    const last = path.at(-1) ?? ''
    let place: Json = filled
    for (const step of path.slice(0, -1))
      place = (place as Record<string, Json>)[step] ?? {} // a path leads through objects
    ;(place as Record<string, Json>)[last] = valueOf(secret.secret, secrets) // as above
  }
  return JSON.stringify(filled)
}

function valueOf(name: string, secrets: Readonly<Record<string, string>>): string {
  const value = secrets[name]
  if (value === undefined) throw new Failure('internal', `There is no secret '${name}'.`)
  return value
}
