// A deployment that runs already, in the place of the API the tests would build in their own process.

import { request } from 'node:http'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { openTestDatabase } from './database.ts'
import type { LocalApi } from './service.ts'

export type Deployment = {
  url: string
  /** Of the default tenant. */
  apiKey: string
  /** Connects as the superuser, for what tests look at and arrange behind the service's back. */
  superuserUrl: string
  /** An address of this machine that its integrations may reach. */
  vendorAddress: string
}

export type Injection = {
  method?: string
  url: string
  headers?: Record<string, string>
  payload?: string | Buffer | Readable
  signal?: AbortSignal
}

export type Injected = {
  statusCode: number
  headers: Record<string, unknown> & { etag?: string | undefined; allow?: string | undefined }
  body: string
}

/** What tests ask of an API, wherever it runs. */
export type TestApi = Pick<LocalApi, 'db' | 'apiKey' | 'stop'> & {
  app: { inject: (request: Injection) => Promise<Injected> }
}

/** Undefined unless the environment names one. It must have HOST_SUFFIX as its host, be UNLIMITED and know the integrations
 * of `packTestPlugins`. */
export function findDeployment(): Deployment | undefined {
  const url = process.env['TEST_API_URL']
  const apiKey = process.env['TEST_API_KEY']
  const superuserUrl = process.env['TEST_API_DATABASE_URL']
  const vendorAddress = process.env['TEST_VENDOR_ADDRESS']
  if (url === undefined) return undefined
  if (apiKey === undefined || superuserUrl === undefined || vendorAddress === undefined) {
    throw new Error(
      'TEST_API_URL needs TEST_API_KEY, TEST_API_DATABASE_URL and TEST_VENDOR_ADDRESS beside it',
    )
  }
  return { url, apiKey, superuserUrl, vendorAddress }
}

export function joinDeployment({ url, apiKey, superuserUrl }: Deployment): TestApi {
  const db = openTestDatabase(superuserUrl)
  return { app: { inject: (injection) => exchange(url, injection) }, db, apiKey, stop: db.close }
}

/** One request on a connection of its own; the path goes out as it is, decodable or not. */
function exchange(base: string, injection: Injection): Promise<Injected> {
  const { method, url, headers, payload, signal } = injection
  const { hostname, port } = new URL(base)
  const { promise, resolve, reject } = Promise.withResolvers<Injected>()
  const outgoing = request({
    hostname,
    port,
    path: url,
    method: method ?? 'GET',
    agent: false,
    headers: { ...lengthOf(payload), ...headers },
    ...(signal && { signal }),
  })
  outgoing.on('response', (response) => {
    // Refused before all of it was sent: what happens to the rest is no failure of the answer.
    outgoing.on('error', () => undefined)
    // `text` would remove the byte order mark of a download.
    buffer(response).then((bytes) => {
      const body = bytes.toString()
      resolve({ statusCode: response.statusCode ?? 0, headers: response.headers, body })
    }, reject)
  })
  outgoing.once('error', reject)
  if (payload === undefined || typeof payload === 'string' || Buffer.isBuffer(payload)) {
    outgoing.end(payload)
  } else payload.pipe(outgoing)
  return promise
}

function lengthOf(payload: Injection['payload']): Record<string, string | number> {
  if (payload === undefined) return {}
  const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
  return isWhole
    ? { 'content-length': Buffer.byteLength(payload) }
    : { 'transfer-encoding': 'chunked' }
}
