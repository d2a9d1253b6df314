// Operations on imports bound to the rules; nothing is parsed or decided here.
import { PAGE_LIMIT_DEFAULT } from '@task-service/contract'
import type { Downloads, Routes, Uploads } from '#http/route.ts'
import {
  cancelImport,
  getImport,
  type ImportLimits,
  listPage,
  printErrors,
  removeImport,
  startImport,
  uploadImport,
  validateImport,
} from './records/index.ts'

export const routes = {
  'imports.list': async (ctx, { query }) => {
    const page = { limit: query.limit ?? PAGE_LIMIT_DEFAULT, cursor: query.cursor }
    return { status: 200, body: await listPage(ctx, page) }
  },
  'imports.get': async (ctx, { params }) => ({
    status: 200,
    body: await getImport(ctx, params.import_id),
  }),
  'imports.validate': async (ctx, { params, body }) => ({
    status: 200,
    body: await validateImport(ctx, params.import_id, body),
  }),
  'imports.start': async (ctx, { params }) => ({
    status: 200,
    body: await startImport(ctx, params.import_id),
  }),
  'imports.cancel': async (ctx, { params }) => ({
    status: 200,
    body: await cancelImport(ctx, params.import_id),
  }),
  'imports.remove': async (ctx, { params }) => {
    await removeImport(ctx, params.import_id)
    return { status: 204, body: null }
  },
} satisfies Routes

export const downloads = {
  'imports.errors': (inTenant, { params, query: { format = 'csv' } }) => ({
    type: format === 'csv' ? 'text/csv' : 'application/x-ndjson',
    name: `rejected.${format}`,
    pieces: printErrors(inTenant, params.import_id, format),
  }),
} satisfies Downloads

export function createUploads(limits: ImportLimits) {
  return {
    'imports.create': (steps, { query }, file) => uploadImport(steps, limits, query, file),
  } satisfies Uploads
}
