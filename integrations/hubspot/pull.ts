// Reading tasks: what changed, one task, the one with a marker; each with the contacts and deals it is about.
import {
  type ContextRecord,
  Failure,
  type Gone,
  isFailure,
  type PullItem,
  type PullOptions,
  parseJson,
  type RemoteRef,
  type RemoteTask,
  readChanges,
} from '@task-service/kit'
import { ask, call, get, paths } from './call.ts'
import { manifest } from './manifest.ts'
import { splitMark } from './text.ts'
import {
  type Body,
  type Context,
  type ContextKind,
  type CrmObject,
  contextKinds,
  readTask,
  taskProperties,
  timeOf,
} from './wire.ts'

/** The last change that was read, by HubSpot's clock. */
export type Cursor = { since: string | null }

type Found = { total: number; results: CrmObject[]; paging?: { next?: { after: string } } }
type Page = { rows: CrmObject[]; next?: string; total: number }

const tasks = `${paths.objects}/tasks`
/** Neither more rows to a page of a search, nor rows behind these many. */
const maxPage = 100
const maxRows = 10_000
/** Of one kind, on one task. */
const maxContext = 10

export async function* pull(
  ctx: Context,
  cursor: Cursor | null,
  { limit, full = false }: PullOptions,
): AsyncGenerator<PullItem<Cursor>> {
  const size = Math.min(maxPage, Math.max(1, limit))
  if (full) return yield* pullAll(ctx, cursor, size)
  let reached = cursor?.since ?? null
  let hasTotal = false
  const start = reached === null ? null : goBack(reached)
  const getPage = ({ since, next }: { since: string | null; next?: string }): Promise<Page> =>
    search(ctx, size, since, next)
  for await (const page of readChanges({ start, getPage, timeOf, idOf: ({ id }) => id })) {
    if (!hasTotal) yield { kind: 'total', count: page.total }
    hasTotal = true
    yield* readRows(ctx, page.rows)
    reached = page.rows.at(-1) === undefined ? reached : timeOf(page.rows.at(-1) as CrmObject) // just looked
    yield { kind: 'checkpoint', cursor: { since: reached } }
  }
  yield { kind: 'checkpoint', cursor: { since: reached } }
}

const goBack = (time: string): string =>
  new Date(Date.parse(time) - manifest.capabilities.overlapMs).toISOString()

/** The list itself instead of the search: what the index has not got yet must not look deleted. */
async function* pullAll(
  ctx: Context,
  cursor: Cursor | null,
  size: number,
): AsyncGenerator<PullItem<Cursor>> {
  let newest = cursor?.since ?? null
  for await (const rows of listTasks(ctx, size)) {
    const context = await readContexts(ctx, rows)
    for (const row of rows) {
      if (newest === null || timeOf(row) > newest) newest = timeOf(row)
      yield { kind: 'upsert', task: readTask(row, ctx.config, context.get(row.id) ?? []) }
    }
    yield { kind: 'checkpoint', cursor: { since: cursor?.since ?? null } }
  }
  yield { kind: 'checkpoint', cursor: { since: newest } }
}

const withContext = `properties=${taskProperties.join(',')}&associations=contacts,deals`

async function* listTasks(ctx: Context, size: number): AsyncGenerator<CrmObject[]> {
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const at: string = after === '0' ? '' : `&after=${after}`
    const { results, paging } = (await get(
      ctx,
      `${tasks}?limit=${size}&${withContext}${at}`,
    )) as Found // its promise
    yield results
    after = paging?.next?.after
  }
}

async function search(
  ctx: Context,
  size: number,
  since: string | null,
  next?: string,
): Promise<Page> {
  if (Number(next ?? 0) + size > maxRows) {
    const text =
      'More than 10,000 tasks changed in the same millisecond, which exceeds the search limit of HubSpot.'
    throw new Failure('protocol', text)
  }
  const filters: Body[] =
    since === null
      ? []
      : [{ propertyName: 'hs_lastmodifieddate', operator: 'GTE', value: String(Date.parse(since)) }]
  const { results, paging, total } = await find(ctx, size, filters, 'hs_lastmodifieddate', next)
  const after = paging?.next?.after
  return { rows: results, total, ...(after !== undefined && { next: after }) }
}

async function find(
  ctx: Context,
  limit: number,
  filters: Body[],
  sort: string,
  after?: string,
): Promise<Found> {
  const body: Body = {
    filterGroups: filters.length === 0 ? [] : [{ filters }],
    sorts: [sort],
    properties: taskProperties,
    limit,
    ...(after !== undefined && { after }),
  }
  return (await ask(ctx, `${tasks}/search`, body)) as Found // HubSpot's promise
}

export const findNewest = (ctx: Context): Promise<Found> => find(ctx, 1, [], '-hs_lastmodifieddate')

/** Only the ids are taken from the index: its contents may lag behind. */
async function* readRows(ctx: Context, rows: CrmObject[]): AsyncGenerator<PullItem<Cursor>> {
  const ids = rows.map(({ id }) => id)
  const read = await readBatch(ctx, 'tasks', ids, taskProperties)
  const links = await readLinks(ctx, [...read.keys()])
  const context = await readContexts(
    ctx,
    [...read.values()].map((row) => ({ ...row, ...links(row.id) })),
  )
  for (const row of rows) {
    const task = read.get(row.id)
    yield task === undefined
      ? { kind: 'delete', ref: { id: row.id } }
      : { kind: 'upsert', task: readTask(task, ctx.config, context.get(row.id) ?? []) }
  }
}

async function readBatch(
  ctx: Context,
  kind: string,
  ids: string[],
  properties: readonly string[],
): Promise<Map<string, CrmObject>> {
  const found = new Map<string, CrmObject>()
  const unique = [...new Set(ids)]
  for (let at = 0; at < unique.length; at += maxPage) {
    const inputs = unique.slice(at, at + maxPage).map((id) => ({ id }))
    const body = { inputs, properties: [...properties], propertiesWithHistory: [] }
    const { results } = (await ask(ctx, `${paths.objects}/${kind}/batch/read`, body)) as Found // its promise
    for (const object of results) found.set(object.id, object)
  }
  return found
}

type Links = { results: { from: { id: string }; to: { toObjectId: string | number }[] }[] }

/** Which contacts and deals each task is about, in the shape that a single task brings along. */
async function readLinks(ctx: Context, ids: string[]) {
  const of = new Map<string, NonNullable<CrmObject['associations']>>(ids.map((id) => [id, {}]))
  for (const kind of Object.keys(contextKinds)) {
    if (ids.length === 0) break
    const to = `${paths.associations}/tasks/${kind}/batch/read`
    const read = ask(ctx, to, { inputs: ids.map((id) => ({ id })) })
    const { results } = (await unlessForbidden(ctx, read, { results: [] })) as Links // its promise
    for (const link of results) {
      const found = of.get(link.from.id)
      const linked = link.to.map(({ toObjectId }) => ({ id: String(toObjectId) }))
      if (found !== undefined) found[kind] = { results: linked }
    }
  }
  return (id: string) => ({ associations: of.get(id) ?? {} })
}

/** Contacts and deals are for reading along: a token that may not see them still brings tasks. */
async function unlessForbidden<T>(ctx: Context, read: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (!isFailure(error, 'forbidden')) throw error
    ctx.log('the token cannot read contacts or deals', { said: error.facts.vendorText ?? '' })
    return otherwise
  }
}

async function readContexts(
  ctx: Context,
  rows: CrmObject[],
): Promise<Map<string, ContextRecord[]>> {
  const all = new Map<string, ContextRecord[]>(rows.map(({ id }) => [id, []]))
  for (const kind of Object.keys(contextKinds) as ContextKind[]) {
    const { properties, read } = contextKinds[kind]
    const idsOf = ({ associations }: CrmObject): string[] =>
      [...new Set((associations?.[kind]?.results ?? []).map(({ id }) => id))].slice(0, maxContext)
    const ids = rows.flatMap(idsOf)
    const found = await unlessForbidden(ctx, readBatch(ctx, kind, ids, properties), new Map())
    for (const row of rows) {
      const records = idsOf(row).flatMap((id) => found.get(id) ?? [])
      all.get(row.id)?.push(...records.map((record: CrmObject) => read(record, ctx.config)))
    }
  }
  return all
}

export async function fetchOne(ctx: Context, { id }: RemoteRef): Promise<RemoteTask | Gone> {
  const to = `${tasks}/${encodeURIComponent(id)}?${withContext}`
  const response = await call(ctx, { to, expect: [404] })
  if (response.status === 404) return { gone: true, why: 'The task was deleted.' }
  const row = parseJson(response) as CrmObject // HubSpot's promise
  return readTask(row, ctx.config, (await readContexts(ctx, [row])).get(row.id) ?? [])
}

/** The search first, which is quick and lags; then the list itself, which is long and does not. */
export async function findByMarker(
  ctx: Context,
  marker: string,
  madeSince: Date,
): Promise<RemoteTask | null> {
  const isIt = ({ properties }: CrmObject): boolean =>
    splitMark(properties['hs_task_body'] ?? '').marker === marker
  const since = String(madeSince.getTime() - 600_000)
  const filters = [{ propertyName: 'hs_createdate', operator: 'GTE', value: since }]
  const newest = await find(ctx, maxPage, filters, '-hs_createdate')
  let found = newest.results.find(isIt)
  if (found === undefined) {
    for await (const rows of listTasks(ctx, maxPage)) found ??= rows.find(isIt)
  }
  const task = found && (await fetchOne(ctx, { id: found.id }))
  return task === undefined || 'gone' in task ? null : task
}
