// The bucket of the configuration, for commands: tried by `doctor`, and emptied of the files of a tenant that is deleted.
import type { AnyConfig } from '#config/config.ts'
import { objectKey } from '#domains/attachments/index.ts'
import { openBucket } from '#egress/bucket/bucket.ts'
import { findBucketFault } from '#egress/bucket/find-bucket-fault.ts'

type Configured = Pick<AnyConfig, 'bucket'>

/** What the bucket refuses; undefined if it can be used, null if none is configured. */
export async function tryBucket({
  bucket: config,
}: Configured): Promise<string | undefined | null> {
  if (!config) return null
  const bucket = openBucket(config)
  try {
    return await findBucketFault(bucket)
  } finally {
    await bucket.close()
  }
}

export type FileRemover = {
  /** Deletes the content of a file. Null if no bucket is configured. */
  remove: ((tenantId: string, id: string) => Promise<void>) | null
  close: () => Promise<void>
}

export function openFileRemover({ bucket: config }: Configured): FileRemover {
  if (!config) return { remove: null, close: async () => undefined }
  const bucket = openBucket(config)
  return { remove: (tenantId, id) => bucket.remove(objectKey(tenantId, id)), close: bucket.close }
}
