// One request as it is, with the key and the host of the client unless it says otherwise.
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Known, Sent } from './mistake.ts'
import type { Response } from './read-response.ts'

export function sendRequest(
  url: string,
  { method, path, headers: own = {}, body, raw }: Sent,
  { key, host }: Pick<Known, 'key' | 'host'>,
): Promise<Response> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const given = {
    host,
    'x-api-key': key,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(payload !== undefined && { 'content-length': String(Buffer.byteLength(payload)) }),
    ...own,
  }
  const headers = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const outgoing = request({ hostname, port, method, path, agent: false, headers }, (response) => {
    // Rejected before all of it was sent: what happens to the rest does not matter.
    outgoing.off('error', reject).on('error', () => undefined)
    text(response).then(
      (received) =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: received }),
      reject,
    )
  })
  outgoing.on('error', reject).end(payload)
  return promise
}
