// Operations on comments bound to the rules.
import { PAGE_LIMIT_DEFAULT } from '@task-service/contract'
import type { Routes } from '#http/route.ts'
import { changeComment, createComment, getComment, listPage, removeComment } from './service.ts'

export const routes = {
  'comments.list': async (ctx, { params, query }) => {
    const page = { limit: query.limit ?? PAGE_LIMIT_DEFAULT, cursor: query.cursor }
    return { status: 200, body: await listPage(ctx, params.task, page) }
  },
  'comments.create': async (ctx, { params, body }) => {
    const comment = await createComment(ctx, params.task, body.body)
    const location = `/api/tasks/${comment.task_id}/comments/${comment.id}`
    return { status: 201, body: comment, headers: { location } }
  },
  'comments.get': async (ctx, { params }) => ({
    status: 200,
    body: await getComment(ctx, params.task, params.comment),
  }),
  'comments.change': async (ctx, { params, body }) => ({
    status: 200,
    body: await changeComment(ctx, params.task, params.comment, body.body),
  }),
  'comments.remove': async (ctx, { params }) => {
    await removeComment(ctx, params.task, params.comment)
    return { status: 204, body: null }
  },
} satisfies Routes
