// Operations on attachments bound to the rules.
import { PAGE_LIMIT_DEFAULT } from '@task-service/contract'
import type { Bucket } from '#egress/bucket/bucket.ts'
import type { FileDownloads, Routes, Uploads } from '#http/route.ts'
import { getAttachment, listPage, openFile } from './service/read-files.ts'
import { removeFile } from './service/remove-file.ts'
import { type FileLimits, uploadFile } from './service/upload-file.ts'

export const routes = {
  'attachments.list': async (ctx, { params, query }) => {
    const page = { limit: query.limit ?? PAGE_LIMIT_DEFAULT, cursor: query.cursor }
    return { status: 200, body: await listPage(ctx, params.task, page) }
  },
  'attachments.get': async (ctx, { params }) => ({
    status: 200,
    body: await getAttachment(ctx, params),
  }),
  'attachments.remove': async (ctx, { params }) => {
    await removeFile(ctx, params)
    return { status: 204, body: null }
  },
} satisfies Routes

/** New files are stored in the bucket, if there is one. */
export function createUploads(limits: FileLimits, bucket: Bucket | null) {
  return {
    'attachments.create': (steps, { params, query }, file) =>
      uploadFile({ steps, limits, bucket }, { task: params.task, name: query.name }, file),
  } satisfies Uploads
}

export function createFileDownloads(bucket: Bucket | null) {
  return {
    'attachments.content': (steps, { params }) => openFile(steps, bucket, params),
  } satisfies FileDownloads
}
