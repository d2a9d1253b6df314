// Templates of tasks, for those who manage them and those who create a task from one.
import { queryOptions } from '@tanstack/react-query'
import type { Template } from '@task-service/contract'
import { call } from './call.ts'
import { collectPages } from './collect-pages.ts'

export const templatesQuery = queryOptions({
  queryKey: ['templates', 'list'],
  queryFn: ({ signal }): Promise<Template[]> =>
    collectPages((query) => call('templates.list', { query, signal })),
})
