// Operations on custom fields bound to the rules; nothing is parsed or decided here.
import { type Field, PAGE_LIMIT_DEFAULT } from '@task-service/contract'
import type { Routes } from '#http/route.ts'
import { changeField, createField, removeField } from './service/define.ts'
import { getField, listPage } from './service/read.ts'

function etag({ version }: Field): { etag: string } {
  return { etag: `"${version}"` }
}

export const routes = {
  'fields.list': async (ctx, { query }) => {
    const page = { limit: query.limit ?? PAGE_LIMIT_DEFAULT, cursor: query.cursor }
    return { status: 200, body: await listPage(ctx, page) }
  },
  'fields.create': async (ctx, { body }) => {
    const field = await createField(ctx, body)
    const headers = { location: `/api/fields/${field.id}`, ...etag(field) }
    return { status: 201, body: field, headers }
  },
  'fields.get': async (ctx, { params }) => {
    const field = await getField(ctx, params.field)
    return { status: 200, body: field, headers: etag(field) }
  },
  'fields.change': async (ctx, { params, body, ifMatch }) => {
    const field = await changeField(ctx, params.field, body, ifMatch)
    return { status: 200, body: field, headers: etag(field) }
  },
  'fields.remove': async (ctx, { params, ifMatch }) => {
    await removeField(ctx, params.field, ifMatch)
    return { status: 204, body: null }
  },
} satisfies Routes
