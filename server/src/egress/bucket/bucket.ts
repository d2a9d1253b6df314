// A bucket of an S3-compatible store: objects are written, read and deleted as a whole, and streamed. Its address comes from the
// operator alone, so that it may be in a private network, which addresses of tenants may not.
import { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import { type Dispatcher, Pool } from 'undici'
import type { AnyConfig } from '#config/config.ts'
import { BucketError, explainStatus } from './bucket-error.ts'

export type Bucket = {
  /** Nothing is stored unless all bytes arrive. Nothing of it is held. */
  put: (key: string, content: AsyncIterable<Buffer>, bytes: number) => Promise<void>
  /** Undefined if there is no such object. */
  get: (key: string) => Promise<AsyncIterable<Buffer> | undefined>
  /** Deleting what is not there changes nothing. */
  remove: (key: string) => Promise<void>
  close: () => Promise<void>
}

export type BucketConfig = NonNullable<AnyConfig['bucket']>

const CONNECT_MS = 10_000
/** Between two signs of life; a file may take as long as its client. */
const SILENCE_MS = 60_000
/** Shorter than the usual server timeouts. */
const KEEP_ALIVE_MS = 4_000

type Body = { content: AsyncIterable<Buffer>; bytes: number }

export function openBucket(config: BucketConfig): Bucket {
  const base = baseOf(config)
  const pool = new Pool(base.origin, {
    connect: { timeout: CONNECT_MS },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  })

  async function ask(method: 'PUT' | 'GET' | 'DELETE', key: string, body?: Body) {
    const url = `${base.href.replace(/\/$/, '')}/${key}`
    // The content is not part of the signature: it is not known before it was read.
    const signed = await new AwsV4Signer({
      method,
      url,
      service: 's3',
      region: config.region,
      accessKeyId: config.accessKey.reveal(),
      secretAccessKey: config.secretKey.reveal(),
    }).sign()
    const headers = {
      ...Object.fromEntries(signed.headers),
      ...(body && {
        'content-length': String(body.bytes),
        'content-type': 'application/octet-stream',
      }),
    }
    const content = body ? contentOf(body) : null
    try {
      return await pool.request({ path: signed.url.pathname, method, headers, body: content })
    } catch (cause) {
      throw new BucketError('did not respond', { cause })
    }
  }

  return {
    async put(key, content, bytes) {
      await finish(await ask('PUT', key, { content, bytes }), [200])
    },
    async get(key) {
      const answer = await ask('GET', key)
      if (answer.statusCode === 200) return answer.body as AsyncIterable<Buffer> // no encoding is set
      const fault = await explainStatus(answer.statusCode, answer.body)
      // The same status says that there is no such bucket.
      if (answer.statusCode === 404 && !fault.includes('NoSuchBucket')) return undefined
      throw new BucketError(fault)
    },
    async remove(key) {
      const { statusCode, body } = await ask('DELETE', key)
      if (statusCode === 200 || statusCode === 204) return body.dump()
      const fault = await explainStatus(statusCode, body)
      // Some stores say that there was no such object.
      if (statusCode !== 404 || fault.includes('NoSuchBucket')) throw new BucketError(fault)
    },
    close: () => pool.destroy(),
  }
}

/** Without a buffer of its own. An iterable without bytes would be sent in chunks. */
const contentOf = ({ content, bytes }: Body): Readable | Buffer =>
  bytes === 0 ? Buffer.alloc(0) : Readable.from(content, { objectMode: false, highWaterMark: 1 })

/** The bucket is part of the path, or of the host. */
function baseOf({ name, endpoint, region, isPathStyle }: BucketConfig): URL {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  if (!isPathStyle) url.hostname = `${name}.${url.hostname}`
  else url.pathname = `${url.pathname.replace(/\/$/, '')}/${name}`
  return url
}

async function finish(
  { statusCode, body }: Dispatcher.ResponseData,
  expected: readonly number[],
): Promise<void> {
  if (expected.includes(statusCode)) return body.dump()
  throw new BucketError(await explainStatus(statusCode, body))
}
