// Operations on tasks bound to the rules; nothing is parsed or decided here.
import { PAGE_LIMIT_DEFAULT, type Task } from '@task-service/contract'
import { listActivity } from '#domains/audit/index.ts'
import type { GroupCommits, Routes } from '#http/route.ts'
import { listPage, readIfChanged } from './list/index.ts'
import { changeTask } from './service/change-task.ts'
import { createTaskGroup, type TaskGroupOptions } from './service/create-group.ts'
import { createTask } from './service/create-tasks.ts'
import { getDocument, getTaskUuid } from './service/get-task.ts'
import { removeTask } from './service/remove-task.ts'
import { upsertTask } from './service/upsert-task.ts'

function etag(task: Task): { etag: string } {
  return { etag: `"${task.version}"` }
}

function created(task: Task) {
  const headers = { location: `/api/tasks/${task.id}`, ...etag(task) }
  return { status: 201 as const, body: task, headers }
}

function changed(task: Task) {
  return { status: 200 as const, body: task, headers: etag(task) }
}

export const routes = {
  'tasks.list': async (ctx, { query, ifNoneMatch }) => {
    const page = await readIfChanged(ctx, ifNoneMatch, () => listPage(ctx, query))
    if (page === 'unchanged') return { status: 304, body: null }
    return { status: 200, ...page.found, headers: { etag: page.etag } }
  },
  'tasks.get': async (ctx, { params, ifNoneMatch }) => {
    const { doc, version } = await getDocument(ctx, params.task)
    const headers = { etag: `"${version}"` }
    // Weak comparison (RFC 9110 §13.1.2): proxies may have marked our tag as weak.
    const known = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    if (known?.includes(headers.etag) || ifNoneMatch === '*')
      return { status: 304, body: null, headers }
    return { status: 200, json: doc, headers }
  },
  'tasks.change': async (ctx, { params, body, ifMatch }) =>
    changed(await changeTask(ctx, params.task, body, ifMatch)),
  'tasks.remove': async (ctx, { params, ifMatch }) => {
    await removeTask(ctx, params.task, ifMatch)
    return { status: 204, body: null }
  },
  'tasks.transition': async (ctx, { params, body, ifMatch }) => {
    const change = { status: body.to, ...(body.result !== undefined && { result: body.result }) }
    return changed(await changeTask(ctx, params.task, change, ifMatch))
  },
  'tasks.upsert': async (ctx, { params, body, ifMatch }) => {
    const reference = { source: params.source, externalId: params.external_id }
    const { task, created: isNew } = await upsertTask(ctx, reference, body, ifMatch)
    return isNew ? created(task) : changed(task)
  },
  'tasks.activity': async (ctx, { params, query }) => {
    const taskId = await getTaskUuid(ctx, params.task)
    const page = { limit: query.limit ?? PAGE_LIMIT_DEFAULT, cursor: query.cursor }
    return { status: 200, body: await listActivity(ctx, taskId, page) }
  },
} satisfies Routes

/** Concurrent creates commit together; see decisions 0017 and 0043. */
export function createGroupCommits(options: TaskGroupOptions): GroupCommits {
  const group = createTaskGroup(options)
  return {
    'tasks.create': async (request) => {
      const made = await group.create(request)
      if (made) return { status: 201, ...made }
      return { alone: async (ctx, { body }) => created(await createTask(ctx, body)) }
    },
  }
}
