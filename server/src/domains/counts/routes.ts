// Operations that tell of tasks without showing them, bound to the rules.
import { readIfChanged } from '#domains/tasks/index.ts'
import type { Routes } from '#http/route.ts'
import { countTasks } from './service/count-tasks.ts'
import { listFacets } from './service/list-facets.ts'

export const routes = {
  'tasks.counts': async (ctx, { query, ifNoneMatch }) => {
    const counts = await readIfChanged(ctx, ifNoneMatch, () => countTasks(ctx, query))
    if (counts === 'unchanged') return { status: 304, body: null }
    return { status: 200, body: counts.found, headers: { etag: counts.etag } }
  },
  'tasks.facets': async (ctx, { query }) => ({ status: 200, body: await listFacets(ctx, query) }),
} satisfies Routes
