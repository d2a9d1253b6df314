// Public interface of attachments: their routes, and the sweep.
export { createUploads, fileDownloads, routes } from './routes.ts'
export { sweepFiles } from './service/purge-files.ts'
export { CHUNK_BYTES, type FileLimits } from './service/upload-file.ts'
