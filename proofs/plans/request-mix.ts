// Every operation with every filter and order, as one tenant would send them. What there is to send is read from the
// OpenAPI document, so that a new filter without a value here is noticed.
import { TASK_SORTS } from '@task-service/contract'
import { openApiDocument } from '@task-service/contract/openapi'
import type { Client } from 'pg'
import { sendAttachments } from './attachment-mix.ts'
import type { Answered, Call, SendCall } from './send-call.ts'
import { sendFields, sendPagesOf, sendSchedules, sendViews } from './settings-mix.ts'

type Schema = { $ref?: string; enum?: string[] }
type Parameter = { name: string; in: string; schema: Schema }

function listOperations(): { id: string; parameters: Parameter[] }[] {
  const paths = openApiDocument()['paths'] as Record<
    string,
    Record<string, Record<string, unknown>>
  >
  // Below /agent the same operations are served again.
  const own = Object.entries(paths).filter(([path]) => !path.startsWith('/agent/'))
  return own.flatMap(([, methods]) =>
    Object.values(methods).map((operation) => ({
      id: String(operation['operationId']),
      parameters: operation['parameters'] as Parameter[],
    })),
  )
}

/** These do not ask the database. */
const left = ['system.ping', 'system.openapi', 'providers.list']

/** Operations that touch the database. */
export function operationIds(): string[] {
  return listOperations()
    .map(({ id }) => id)
    .filter((id) => !left.includes(id))
}

function queryOf(operation: string): Parameter[] {
  const found = listOperations().find(({ id }) => id === operation)
  return (found?.parameters ?? []).filter((parameter) => parameter.in === 'query')
}

function choicesOf(operation: string, parameter: string): string[] {
  const { $ref = '', ...schema } =
    queryOf(operation).find(({ name }) => name === parameter)?.schema ?? {}
  const { schemas } = openApiDocument()['components'] as { schemas: Record<string, Schema> }
  return schema.enum ?? schemas[$ref.split('/').at(-1) ?? '']?.enum ?? []
}

const paging = new Set(['limit', 'cursor', 'sort'])
const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

/** Values of common and of rare filters; names come from the tasks this tenant has. */
async function filterValues(admin: Client, tenantId: string): Promise<Record<string, string[]>> {
  const common = async (column: string) => {
    const { rows } = await admin.query<{ value: string }>(
      `select ${column} as value from tasks where tenant_id = $1 and ${column} is not null
       group by 1 order by count(*) desc limit 1`,
      [tenantId],
    )
    return rows[0]?.value ?? 'unknown'
  }
  const label = await admin.query<{ value: string }>(
    `select label as value from task_labels where tenant_id = $1
     group by 1 order by count(*) desc limit 1`,
    [tenantId],
  )
  const parent = (await common('parent_id')).replaceAll('-', '')
  return {
    status: ['completed', 'input_required'],
    priority: ['normal', 'urgent'],
    queue: [await common('queue'), 'rare'],
    label: [label.rows[0]?.value ?? 'unknown', 'rare'],
    assignee: [await common('assignee'), 'rare'],
    unassigned: ['true', 'false'],
    delegate: [await common('delegate'), 'rare'],
    delegated: ['true', 'false'],
    has_source: ['true', 'false'],
    integration: ['none'],
    confirmation: ['pending', 'confirmed'],
    parent: [parent === 'unknown' ? 'T-1' : `tsk_${parent}`, 'T-1'],
    source: [await common('source'), 'rare'],
    created_since: [daysAgo(1), daysAgo(300)],
    created_before: [daysAgo(1), daysAgo(300)],
    updated_since: [daysAgo(1), daysAgo(300)],
    updated_before: [daysAgo(1), daysAgo(300)],
    due_since: [daysAgo(1), daysAgo(300)],
    due_before: [daysAgo(1), daysAgo(300)],
    // Of a field that every task has, and of one that a hundredth of them has; see skewed-data.ts.
    field: ['points:is:3', 'ticket:is:t-1', 'points:from:90', 'ticket:unset'],
    q: ['invoice', '"login timeout"', 'nowhere'],
  }
}

/** Filters of the document for which this proof has no value. */
export async function sendLists(
  send: SendCall,
  admin: Client,
  tenantId: string,
): Promise<{ unknownFilters: string[] }> {
  const values = await filterValues(admin, tenantId)
  const names = [...TASK_SORTS, 'field:points', 'field:ticket']
  const sorts = names.flatMap((name) => [name, `-${name}`])
  const filters = queryOf('tasks.list')
    .map(({ name }) => name)
    .filter((name) => !paging.has(name))
  for (const sort of sorts) {
    // By a field, each row is read twice: its value and its task. A rare field has few tasks with a value; those without one
    // are looked for among all.
    const isByField = sort.includes('field:')
    await walk(send, sort, isByField)
    for (const filter of filters) {
      // Every value meets a common field in one direction and a rare field in the other; the other two orders read the same
      // rows, from the other end.
      const isMirrored = sort === '-field:points' || sort === 'field:ticket'
      const all = values[filter] ?? []
      const tried = isMirrored ? all.slice(0, 1) : all
      for (const value of tried) await sendPages(send, { sort, [filter]: value }, true)
    }
  }
  for (const [index, first] of filters.entries()) {
    for (const second of filters.slice(index + 1)) {
      const [one, other] = [values[first]?.[0], values[second]?.[0]]
      if (one && other) await sendPages(send, { [first]: one, [second]: other }, true)
    }
  }
  return { unknownFilters: filters.filter((name) => !(name in values)) }
}

const WALKED_PAGES = 4

/** Deep enough to tell whether a page begins where the one before ended, or at the beginning of the list. */
async function walk(send: SendCall, sort: string, isFiltered = false): Promise<void> {
  const query = new URLSearchParams({ sort, limit: '200' })
  for (let page = 0; page < WALKED_PAGES; page++) {
    const url = `/api/tasks?${query.toString()}`
    const { next_cursor: next } = await send({
      operation: 'tasks.list',
      method: 'GET',
      url,
      isFiltered,
    })
    if (!next) return
    query.set('cursor', next)
  }
}

/** Every way to count that the document has, with each filter; what has no filter reads no more than it is asked to. */
export async function sendCounts(send: SendCall, admin: Client, tenantId: string): Promise<void> {
  const values = await filterValues(admin, tenantId)
  const groupings = choicesOf('tasks.counts', 'group_by')
  const counts = (query: Record<string, string>, isFiltered: boolean) =>
    send({
      operation: 'tasks.counts',
      method: 'GET',
      url: `/api/tasks/counts?${new URLSearchParams(query).toString()}`,
      isFiltered,
    })
  await counts({ up_to: '300' }, false)
  for (const grouping of groupings) {
    // Of a field that may have any number of values each is counted.
    const isOpen = !['status', 'priority'].includes(grouping)
    await counts({ up_to: '30', group_by: grouping }, isOpen)
    for (const [filter, [value = '']] of Object.entries(values)) {
      await counts({ group_by: grouping, [filter]: value }, true)
    }
  }
  for (const field of choicesOf('tasks.facets', 'field')) {
    for (const prefix of ['', 'a', 'nowhere']) {
      const query = new URLSearchParams({ field, prefix, limit: '1' })
      const url = `/api/tasks/facets?${query.toString()}`
      await send({ operation: 'tasks.facets', method: 'GET', url })
    }
  }
}

/** A first page and the one after it: the second continues from a position. */
async function sendPages(
  send: SendCall,
  query: Record<string, string>,
  isFiltered: boolean,
): Promise<void> {
  const page = (more: Record<string, string>): Call => ({
    operation: 'tasks.list',
    method: 'GET',
    url: `/api/tasks?${new URLSearchParams({ ...query, ...more }).toString()}`,
    isFiltered,
  })
  const first = await send(page({ limit: '20' }))
  if (first.next_cursor) await send(page({ limit: '20', cursor: first.next_cursor }))
}

/** Everything else, in an order in which each call finds what it needs. */
export async function sendOperations(send: SendCall, name: string): Promise<void> {
  const post = (operation: string, url: string, payload: object) =>
    send({
      operation,
      method: 'POST',
      url,
      payload,
      headers: { 'idempotency-key': `${name}${url}` },
    })
  const parent = await post('tasks.create', '/api/tasks', { title: name })
  const child = { title: name, labels: ['bug', 'plans'], parent_id: parent.id, source: name }
  const bulk = await post('tasks.bulk', '/api/tasks/bulk', {
    mode: 'best_effort',
    items: [
      { create: { ...child, external_id: 'one' } },
      { create: { ...child, external_id: 'two' } },
      { update: { task: parent.id, changes: { description: name } } },
    ],
  })
  const [task, sibling] = (bulk['results'] as { task: { id: string; number: number } }[]).map(
    (result) => result.task,
  )
  if (!task || !sibling) throw new Error('the bulk request answered no tasks')
  const url = `/api/tasks/${task.id}`
  await send({ operation: 'tasks.get', method: 'GET', url })
  await send({ operation: 'tasks.get', method: 'GET', url: `/api/tasks/T-${task.number}` })
  const change = { labels: ['plans'], parent_id: sibling.id, title: `${name} changed` }
  await send({ operation: 'tasks.change', method: 'PATCH', url, payload: change })
  await post('tasks.transition', `${url}/transitions`, { to: 'completed' })
  for (const reference of ['two', 'three']) {
    const target = `/api/tasks/by-ref/${encodeURIComponent(name)}/${reference}`
    await send({ operation: 'tasks.upsert', method: 'PUT', url: target, payload: { title: name } })
  }
  await sendPagesOf(send, 'tasks.activity', `${url}/activity`)
  await sendComments(send, post, url)
  for (const id of [sibling.id, task.id, parent.id]) {
    await send({ operation: 'tasks.remove', method: 'DELETE', url: `/api/tasks/${id}` })
  }
  await sendViews(send, post)
  await sendFields(send)
  await sendAttachments(send)
  await sendSchedules(send, post)
  await sendEvents(send)
  await sendAudit(send, String(parent.id))
  await sendOverview(send, name)
}

/** Counts more than it shows, each up to a bound of its own. */
async function sendOverview(send: SendCall, name: string): Promise<void> {
  for (const range of ['24h', '7d', '30d']) {
    for (const [operation, path] of [
      ['stats.overview', '/api/stats'],
      ['stats.flow', '/api/stats/flow'],
    ] as const) {
      await send({ operation, method: 'GET', url: `${path}?range=${range}`, isFiltered: true })
    }
  }
  // How much there is of everything, each counted up to a bound of its own.
  await send({ operation: 'system.info', method: 'GET', url: '/api/system', isFiltered: true })
  await send({ operation: 'settings.get', method: 'GET', url: '/api/settings' })
  const change = { operation: 'settings.change', method: 'PATCH', url: '/api/settings' } as const
  await send({ ...change, payload: { name } })
}

/** Who and what are looked for by walking, so those read as much as a walk may. */
async function sendAudit(send: SendCall, taskId: string): Promise<void> {
  const read = (query: string, isFiltered = false) =>
    send({ operation: 'audit.list', method: 'GET', url: `/api/audit?${query}`, isFiltered })
  let cursor = ''
  for (let page = 0; page < WALKED_PAGES; page++) {
    const { next_cursor: next } = await read(`limit=200${cursor}`)
    if (!next) break
    cursor = `&cursor=${next}`
  }
  await read(`subject_id=${taskId}`)
  await read('subject_id=T-142')
  await read(`since=${daysAgo(1)}&until=${daysAgo(0)}`)
  for (const filter of ['actor_kind=user', 'actor_id=unknown', 'action=task.deleted']) {
    await read(`limit=20&${filter}`, true)
    await read(`limit=20&${filter}&since=${daysAgo(1)}`, true)
  }
  for (const format of ['csv', 'ndjson']) {
    const url = `/api/audit/export?format=${format}&since=${daysAgo(1)}`
    await send({ operation: 'audit.export', method: 'GET', url, isFiltered: true })
  }
}

/** From the beginning, from a position, and of a rare type, for which many others are passed over. */
async function sendEvents(send: SendCall): Promise<void> {
  const read = (query: string, isFiltered = false) =>
    send({ operation: 'events.list', method: 'GET', url: `/api/events?${query}`, isFiltered })
  let after = ''
  for (let page = 0; page < WALKED_PAGES; page++) {
    after = `&after=${(await read(`limit=200${after}`)).next_cursor}`
  }
  await read(`limit=20&type=comment.deleted${after}`, true)
  await read('limit=20&type=comment.deleted', true)
  const stream = `/api/events/stream?${after.slice(1)}`
  await send({ operation: 'events.stream', method: 'GET', url: stream })
  await send({ operation: 'events.types', method: 'GET', url: '/api/event-types' })
}

async function sendComments(
  send: SendCall,
  post: (operation: string, url: string, payload: object) => Promise<Answered>,
  url: string,
): Promise<void> {
  const comment = await post('comments.create', `${url}/comments`, { body: 'one' })
  const payload = { body: 'two' }
  await send({ operation: 'comments.create', method: 'POST', url: `${url}/comments`, payload })
  await sendPagesOf(send, 'comments.list', `${url}/comments`)
  const target = `${url}/comments/${comment.id}`
  await send({ operation: 'comments.get', method: 'GET', url: target })
  await send({ operation: 'comments.change', method: 'PATCH', url: target, payload })
  await send({ operation: 'comments.remove', method: 'DELETE', url: target })
}
