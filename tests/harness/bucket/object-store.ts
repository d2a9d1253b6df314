// An object store: an HTTP server that keeps objects in memory and, like S3, accepts only requests whose signature it can
// compute itself. It speaks as much of the protocol as the service uses; the release is tested with MinIO.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const ACCESS_KEY = 'tasks'
export const SECRET_KEY = 'a secret of the tests'.replaceAll(' ', '-')
export const BUCKET = 'task-service-files'
const REGION = 'us-east-1'

export type ObjectStore = {
  url: string
  objects: Map<string, Buffer>
  /** Method and key of each request that was accepted. */
  requests: string[]
  /** What the next requests get instead of an answer: a status, or nothing at all. */
  fault: { status: number; code: string } | 'silence' | undefined
  /** Variables with which the service uses it. */
  env: Record<string, string>
  close(): Promise<void>
}

export async function openObjectStore(): Promise<ObjectStore> {
  const store: Omit<ObjectStore, 'url' | 'env' | 'close'> = {
    objects: new Map(),
    requests: [],
    fault: undefined,
  }
  const server = createServer((request, response) => {
    void answer(store, request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
  return Object.assign(store, {
    url,
    env: bucketEnv(url),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

export function bucketEnv(url: string): Record<string, string> {
  return {
    SERVICE_ACP_BUCKET: BUCKET,
    SERVICE_ACP_BUCKET_ENDPOINT: url,
    SERVICE_ACP_BUCKET_ACCESS_KEY: ACCESS_KEY,
    SERVICE_ACP_BUCKET_SECRET_KEY: SECRET_KEY,
  }
}

async function answer(
  store: Pick<ObjectStore, 'objects' | 'requests' | 'fault'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', url = '' } = request
  const { fault } = store
  if (fault === 'silence') return
  if (fault) return refuse(response, fault.status, fault.code)
  if (!isSigned(request)) return refuse(response, 403, 'SignatureDoesNotMatch')
  const prefix = `/${BUCKET}/`
  if (!url.startsWith(prefix)) return refuse(response, 404, 'NoSuchBucket')
  const key = url.slice(prefix.length)
  store.requests.push(`${method} ${key}`)
  if (method === 'PUT') {
    if (request.headers['content-length'] === undefined) {
      return refuse(response, 411, 'MissingContentLength')
    }
    // Rejected if the connection ends before everything arrived, and then nothing is stored.
    store.objects.set(key, await buffer(request))
    return void response.end()
  }
  if (method === 'DELETE') {
    store.objects.delete(key)
    return void response.writeHead(204).end()
  }
  const object = store.objects.get(key)
  if (!object) return refuse(response, 404, 'NoSuchKey')
  response.writeHead(200, { 'content-length': object.length }).end(object)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
}

/** AWS Signature Version 4, from its specification. */
function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const given = /Credential=(\S+?), SignedHeaders=(\S+?), Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  )
  const [, credential = '', names = '', signature = ''] = given ?? []
  const time = String(headers['x-amz-date'])
  const scope = [time.slice(0, 8), REGION, 's3', 'aws4_request']
  if (credential !== [ACCESS_KEY, ...scope].join('/')) return false
  const signed = names.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) {
    return false
  }
  const lines = signed.map((name) => `${name}:${String(headers[name])}\n`).join('')
  const hash = String(headers['x-amz-content-sha256'])
  const canonical = [method, url, '', lines, names, hash].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n')
  const key = scope.reduce<Buffer>(
    (last, part) => hmac(last, part),
    Buffer.from(`AWS4${SECRET_KEY}`),
  )
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'))
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
