// Tries what attachments need from a bucket, with an object that is deleted again.
import { randomUUID } from 'node:crypto'
import type { Bucket } from './bucket.ts'

const CONTENT = Buffer.from('task-service doctor')

/** What the bucket refused or did otherwise; undefined if everything works. */
export async function findBucketFault(bucket: Bucket): Promise<string | undefined> {
  const key = `doctor/${randomUUID()}`
  const steps: [name: string, step: () => Promise<unknown>][] = [
    ['storing an object', () => bucket.put(key, iterate(CONTENT), CONTENT.length)],
    ['reading it', () => compare(bucket, key)],
    ['deleting it', () => bucket.remove(key)],
  ]
  for (const [name, step] of steps) {
    try {
      await step()
    } catch (error) {
      return `${name}: the bucket ${describe(error)}`
    }
  }
  return undefined
}

async function compare(bucket: Bucket, key: string): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of (await bucket.get(key)) ?? []) pieces.push(piece)
  if (!Buffer.concat(pieces).equals(CONTENT)) throw new Error('returned another content')
}

/** Of a failed connection, the reason is its cause. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  // Several addresses that all refuse have a code and no message.
  const reason = cause.message || ('code' in cause ? String(cause.code) : cause.name)
  return `${error.message} (${reason})`
}

async function* iterate(content: Buffer): AsyncGenerator<Buffer, void, void> {
  yield content
}
