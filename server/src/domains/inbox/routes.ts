// Operations on the inbox of the signed-in person, bound to the rules.
import { PAGE_LIMIT_DEFAULT } from '@task-service/contract'
import type { Routes } from '#http/route.ts'
import { changeMany, changeOne, readAll } from './service/change-inbox.ts'
import { countUnread, listPage } from './service/list-inbox.ts'

export const routes = {
  'inbox.list': async (ctx, { query: { limit = PAGE_LIMIT_DEFAULT, cursor, ...filters } }) => ({
    status: 200,
    body: await listPage(ctx, { limit, cursor }, filters),
  }),
  'inbox.counts': async (ctx) => ({ status: 200, body: await countUnread(ctx) }),
  'inbox.change': async (ctx, { params, body }) => ({
    status: 200,
    body: await changeOne(ctx, params.notification, body),
  }),
  'inbox.bulk': async (ctx, { body: { ids, ...change } }) => ({
    status: 200,
    body: { ids: await changeMany(ctx, ids, change) },
  }),
  'inbox.read_all': async (ctx, { body }) => ({
    status: 200,
    body: { ids: await readAll(ctx, body.kind) },
  }),
} satisfies Routes
