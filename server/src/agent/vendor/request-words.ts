// Converts a request described by an integration into one that can be sent: secrets inserted, shape checked.
import { Failure, type HttpRequest, type Json, type SecretHeader } from '@task-service/kit'
import type { Secret } from '#crypto/secret.ts'

export type FilledRequest = {
  method: HttpRequest['method']
  headers: Record<string, string>
  body: string | null
}

type GetSecret = (name: string) => Promise<Secret>

/** They determine the encoding of the response, which the host decodes. */
const dropped = new Set(['accept-encoding', 'range'])

export async function fillRequest(
  request: HttpRequest,
  getSecret: GetSecret,
): Promise<FilledRequest> {
  const { method, headers = {}, body, bodySecrets = [] } = request
  const filled: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    if (dropped.has(lower)) continue
    if (lower in filled) throw wrong(`duplicate header ${lower}`)
    filled[lower] = typeof value === 'string' ? value : await fillHeader(value, getSecret)
  }
  const text = await fillBody(body, bodySecrets, getSecret)
  if (text !== null) filled['content-type'] ??= 'application/json'
  return { method, headers: filled, body: text }
}

async function fillHeader(header: SecretHeader, getSecret: GetSecret): Promise<string> {
  const { secret: name, form, user = '', prefix = '' } = header
  const value = (await getSecret(name)).reveal()
  if (form === 'raw') return `${prefix}${value}`
  if (form === 'bearer') return `Bearer ${value}`
  return `Basic ${Buffer.from(`${user}:${value}`).toString('base64')}`
}

async function fillBody(
  body: Json | undefined,
  secrets: NonNullable<HttpRequest['bodySecrets']>,
  getSecret: GetSecret,
): Promise<string | null> {
  if (body === undefined) return null
  if (typeof body === 'string' && secrets.length === 0) return body
  for (const { path, secret } of secrets) {
    put(body, path, (await getSecret(secret.secret)).reveal())
  }
  return JSON.stringify(body)
}

/** The body was parsed from JSON, so it contains only plain objects; only own properties are followed. */
function put(body: Json, path: readonly string[], value: string): void {
  if (path.length === 0) throw wrong('invalid path of a secret in the body')
  let place: unknown = body
  for (const [index, key] of path.entries()) {
    if (typeof place !== 'object' || place === null || key === '__proto__') {
      throw wrong('invalid path of a secret in the body')
    }
    const record = place as Record<string, unknown> // an array or a record, checked above
    if (index === path.length - 1) record[key] = value
    else if (Object.hasOwn(record, key)) place = record[key]
    else throw wrong('invalid path of a secret in the body')
  }
}

const wrong = (what: string) =>
  new Failure('internal', `The integration made an invalid request: ${what}.`)
