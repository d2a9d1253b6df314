// A file on its way into the bucket: sent on as it arrives, as one object that exists only when all of it is there.
import type { Bucket } from '#egress/bucket/bucket.ts'
import type { IncomingFile } from '#http/route.ts'
import { bucketUnavailable } from '../errors.ts'
import type { Content } from '../store.ts'
import { createFileMeter } from './file-meter.ts'

/** Much shorter than the time after which an upload without progress is given up. */
const PROGRESS_MS = 20_000

type Target = {
  bucket: Bucket
  key: string
  /** Throws if the upload is over, because its task was deleted. */
  noteProgress: () => Promise<void>
}

export async function storeObject(
  { chunks }: IncomingFile,
  { bytes, maxBytes }: { bytes: number; maxBytes: number },
  { bucket, key, noteProgress }: Target,
): Promise<Content> {
  const meter = createFileMeter(maxBytes)
  const failed: { error?: unknown } = {}
  async function* pass(): AsyncGenerator<Buffer, void, void> {
    let notedAt = performance.now()
    try {
      for await (const piece of chunks) {
        meter.add(piece)
        if (performance.now() - notedAt > PROGRESS_MS) {
          await noteProgress()
          notedAt = performance.now()
        }
        yield piece
      }
    } catch (error) {
      failed.error = error
      throw error
    }
  }
  try {
    await bucket.put(key, pass(), bytes)
  } catch (error) {
    // What went wrong on this side ends the request to the bucket, too.
    throw failed.error ?? bucketUnavailable(error)
  }
  return { ...meter.read(), chunks: 0 }
}
