// Operations on saved views bound to the rules; nothing is parsed or decided here.
import { PAGE_LIMIT_DEFAULT, type View } from '@task-service/contract'
import type { Routes } from '#http/route.ts'
import { changeView, createView, getView, listPage, removeView } from './service.ts'

function etag({ version }: View): { etag: string } {
  return { etag: `"${version}"` }
}

export const routes = {
  'views.list': async (ctx, { query }) => {
    const page = { limit: query.limit ?? PAGE_LIMIT_DEFAULT, cursor: query.cursor }
    return { status: 200, body: await listPage(ctx, page) }
  },
  'views.create': async (ctx, { body }) => {
    const view = await createView(ctx, body)
    return {
      status: 201,
      body: view,
      headers: { location: `/api/views/${view.id}`, ...etag(view) },
    }
  },
  'views.get': async (ctx, { params }) => {
    const view = await getView(ctx, params.view)
    return { status: 200, body: view, headers: etag(view) }
  },
  'views.change': async (ctx, { params, body, ifMatch }) => {
    const view = await changeView(ctx, params.view, body, ifMatch)
    return { status: 200, body: view, headers: etag(view) }
  },
  'views.remove': async (ctx, { params, ifMatch }) => {
    await removeView(ctx, params.view, ifMatch)
    return { status: 204, body: null }
  },
} satisfies Routes
