// Verifies the signature of a webhook (Standard Webhooks) with Web Crypto, which every runtime has and whose comparison
// takes constant time.
import type { TaskServiceEvent } from '../generated/types.gen.ts'

export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyWebhookOptions {
  /** The raw body, as it was received: parsing and printing it again changes the bytes that were signed. */
  payload: string | Uint8Array | ArrayBuffer
  headers: WebhookHeaders
  /** `whsec_…`. Several are accepted while you change the secret. */
  secret: string | readonly string[]
  /**
   * How far the time of the attempt may differ from your clock.
   * @default 300
   */
  toleranceSeconds?: number | undefined
  /** Time to compare with, in milliseconds; the current time by default. */
  nowMs?: number | undefined
}

export type WebhookRejection =
  | 'missing_headers'
  | 'invalid_timestamp'
  | 'timestamp_out_of_tolerance'
  | 'no_matching_signature'
  | 'invalid_payload'

/** The message must not be processed: respond with 401. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly reason: WebhookRejection

  constructor(reason: WebhookRejection, message: string) {
    super(message)
    this.reason = reason
  }
}

const PREFIX = 'whsec_'
const TOLERANCE_SECONDS = 300
/** During a rotation there are two. A message with hundreds would cost hundreds of comparisons. */
const SIGNATURES_MAX = 16

/** Returns the event, or throws a WebhookVerificationError. Deduplicate events by their `id`. */
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<TaskServiceEvent> {
  const { headers, secret, toleranceSeconds = TOLERANCE_SECONDS, nowMs = Date.now() } = options
  const secrets = [secret].flat()
  if (secrets.length === 0) throw new TypeError('`secret` must not be empty')
  const keys = await Promise.all(secrets.map(importSecret))
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  const signature = readHeader(headers, 'webhook-signature')
  if (!id || !timestamp || !signature) {
    throw new WebhookVerificationError(
      'missing_headers',
      'The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are required',
    )
  }
  checkTimestamp(timestamp, toleranceSeconds, nowMs)
  const payload = bytesOf(options.payload)
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), payload)
  if (!(await hasSignature(keys, signature, signed))) {
    throw new WebhookVerificationError(
      'no_matching_signature',
      'No signature matches: check the secret, and pass the raw body',
    )
  }
  return parseEvent(payload)
}

function checkTimestamp(text: string, toleranceSeconds: number, nowMs: number): void {
  if (!/^\d{1,12}$/.test(text)) {
    throw new WebhookVerificationError(
      'invalid_timestamp',
      '`webhook-timestamp` must be in seconds',
    )
  }
  const differenceSeconds = Math.abs(nowMs / 1_000 - Number(text))
  if (differenceSeconds <= toleranceSeconds) return
  throw new WebhookVerificationError(
    'timestamp_out_of_tolerance',
    `The message was sent ${Math.round(differenceSeconds)} s from now, and ${toleranceSeconds} s are allowed`,
  )
}

async function hasSignature(
  keys: readonly CryptoKey[],
  header: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const one of header.split(' ').slice(0, SIGNATURES_MAX)) {
    if (!one.startsWith('v1,')) continue
    const given = decodeBase64(one.slice(3))
    if (given === undefined) continue
    for (const key of keys) {
      if (await crypto.subtle.verify('HMAC', key, given, signed)) return true
    }
  }
  return false
}

function importSecret(secret: string): Promise<CryptoKey> {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret
  const bytes = decodeBase64(text)
  if (bytes === undefined || bytes.length === 0) {
    throw new TypeError('`secret` must be `whsec_` followed by Base64') // without the value
  }
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function readHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' || found === undefined ? found : found[0]
}

function bytesOf(payload: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof payload === 'string') return new TextEncoder().encode(payload)
  if (payload instanceof ArrayBuffer) return new Uint8Array(payload)
  if (payload instanceof Uint8Array) return payload
  throw new TypeError('`payload` must be the raw body: a string or bytes, not a parsed object')
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

function parseEvent(payload: Uint8Array): TaskServiceEvent {
  try {
    const event = JSON.parse(new TextDecoder().decode(payload)) as Partial<TaskServiceEvent> | null // signed by the service
    if (typeof event?.type === 'string') return event as TaskServiceEvent // every event has a type
  } catch {
    // reported below
  }
  throw new WebhookVerificationError('invalid_payload', 'The signed body is not an event')
}
