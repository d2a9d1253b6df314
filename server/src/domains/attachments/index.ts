// Public interface of attachments: their routes, and the sweep.

export { objectKey } from './object-key.ts'
export { createFileDownloads, createUploads, routes } from './routes.ts'
export { sweepFiles } from './service/purge-files.ts'
export type { FileLimits } from './service/upload-file.ts'
