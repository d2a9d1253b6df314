// Operations on templates bound to the rules; nothing is parsed or decided here.
import { PAGE_LIMIT_DEFAULT } from '@task-service/contract'
import type { Routes } from '#http/route.ts'
import {
  changeTemplate,
  createFromTemplate,
  createTemplate,
  getTemplate,
  listPage,
  removeTemplate,
  type TemplateLimits,
} from './service.ts'

function etag({ version }: { version: number }): { etag: string } {
  return { etag: `"${version}"` }
}

export function createRoutes(limits: TemplateLimits) {
  return {
    'templates.list': async (ctx, { query }) => {
      const page = { limit: query.limit ?? PAGE_LIMIT_DEFAULT, cursor: query.cursor }
      return { status: 200, body: await listPage(ctx, page) }
    },
    'templates.create': async (ctx, { body }) => {
      const template = await createTemplate(ctx, body, limits)
      const headers = { location: `/api/templates/${template.id}`, ...etag(template) }
      return { status: 201, body: template, headers }
    },
    'templates.get': async (ctx, { params }) => {
      const template = await getTemplate(ctx, params.template)
      return { status: 200, body: template, headers: etag(template) }
    },
    'templates.change': async (ctx, { params, body, ifMatch }) => {
      const template = await changeTemplate(ctx, params.template, body, ifMatch)
      return { status: 200, body: template, headers: etag(template) }
    },
    'templates.remove': async (ctx, { params, ifMatch }) => {
      await removeTemplate(ctx, params.template, ifMatch)
      return { status: 204, body: null }
    },
    'templates.create_task': async (ctx, { params, body }) => {
      const task = await createFromTemplate(ctx, params.template, body)
      return {
        status: 201,
        body: task,
        headers: { location: `/api/tasks/${task.id}`, ...etag(task) },
      }
    },
  } satisfies Routes
}
