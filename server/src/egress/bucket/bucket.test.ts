// The bucket: signed requests that a store accepts, objects that exist as a whole or not at all, and faults that say what is wrong.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import {
  ACCESS_KEY,
  BUCKET,
  type ObjectStore,
  openObjectStore,
  SECRET_KEY,
} from '../../../../tests/harness/bucket/object-store.ts'
import { Secret } from '../../crypto/secret.ts'
import { type Bucket, type BucketConfig, openBucket } from './bucket.ts'
import { findBucketFault } from './find-bucket-fault.ts'

let store: ObjectStore
let bucket: Bucket
const opened: Bucket[] = []

function open(change: Partial<BucketConfig> = {}): Bucket {
  const one = openBucket({
    name: BUCKET,
    endpoint: store.url,
    region: 'us-east-1',
    accessKey: Secret.from(ACCESS_KEY),
    secretKey: Secret.from(SECRET_KEY),
    isPathStyle: true,
    ...change,
  })
  opened.push(one)
  return one
}

before(async () => {
  store = await openObjectStore()
  bucket = open()
})

beforeEach(() => {
  store.fault = undefined
  store.objects.clear()
})

after(async () => {
  await Promise.all(opened.map((one) => one.close()))
  await store.close()
})

async function* iterate(...pieces: string[]): AsyncGenerator<Buffer, void, void> {
  for (const piece of pieces) yield Buffer.from(piece)
}

async function read(key: string): Promise<string | undefined> {
  const content = await bucket.get(key)
  if (!content) return undefined
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

async function* breaks() {
  yield Buffer.from('Hello')
  throw new Error('the client is gone')
}

describe('an object', () => {
  test('is stored piece by piece, read and deleted', async () => {
    await bucket.put('a/b', iterate('Hello ', 'world'), 11)
    assert.equal(await read('a/b'), 'Hello world')
    await bucket.remove('a/b')
    assert.equal(await read('a/b'), undefined)
    await bucket.remove('a/b')
  })

  test('that does not exist is deleted, also at a store that says so', async () => {
    store.fault = { status: 404, code: 'NoSuchKey' }
    await bucket.remove('missing')
  })

  test('can be empty', async () => {
    await bucket.put('empty', iterate(), 0)
    assert.equal(await read('empty'), '')
  })

  test('is not stored if its content ends early', async () => {
    await assert.rejects(bucket.put('half', breaks(), 11))
    await assert.rejects(bucket.put('short', iterate('Hello'), 11))
    assert.deepEqual([...store.objects.keys()], [])
  })
})

describe('a fault', () => {
  test('has the reason of the store', async () => {
    store.fault = { status: 403, code: 'AccessDenied' }
    await assert.rejects(bucket.put('a', iterate('x'), 1), /returned status 403 \(AccessDenied\)/)
    await assert.rejects(bucket.get('a'), /AccessDenied/)
    await assert.rejects(bucket.remove('a'), /AccessDenied/)
    store.fault = { status: 404, code: 'NoSuchBucket' }
    await assert.rejects(bucket.get('a'), /NoSuchBucket/)
    await assert.rejects(bucket.remove('a'), /NoSuchBucket/)
  })

  test('is found before attachments are', async () => {
    assert.equal(await findBucketFault(bucket), undefined)
    assert.equal(store.objects.size, 0)
    const stranger = open({ secretKey: Secret.from('another-secret') })
    assert.match((await findBucketFault(stranger)) ?? '', /^storing an object: .*SignatureDoesNot/)
    const nowhere = open({ endpoint: 'http://127.0.0.1:9' })
    assert.match((await findBucketFault(nowhere)) ?? '', /^storing .* did not respond \(.*9\)$/)
  })
})

test('the bucket is part of the host, if the store wants that', async () => {
  const { port } = new URL(store.url)
  const other = open({ endpoint: `http://localhost:${port}`, isPathStyle: false })
  // No such host: what is asked for is in the reason.
  const fault = await findBucketFault(other)
  assert.match(fault ?? '', new RegExp(`${BUCKET}\\.localhost|NoSuchBucket`))
})
