// Reading issues: what changed, one issue, the one with a marker. Comments come with their issue, all of them.
import {
  type Gone,
  isFailure,
  type PullItem,
  type PullOptions,
  parseJson,
  type RemoteRef,
  type RemoteTask,
  readChanges,
} from '@task-service/kit'
import {
  call,
  get,
  getAll,
  getPage,
  getPages,
  type Page,
  repositoryPath,
  toSeconds,
} from './call.ts'
import { manifest } from './manifest.ts'
import { type Comment, type Context, type Issue, readTask, readText } from './wire.ts'

/** Up to where issues and comments were read, in whole seconds of GitHub's clock. */
export type Cursor = { issues: string | null; comments: string | null; lists?: Lists }

/** Lists that were read whole, with their ETags: GitHub answers 304 while they are unchanged. */
type Lists = { issues?: SeenList; comments?: SeenList }
type SeenList = { address: string; etag: string }

const { overlapMs } = manifest.capabilities

const goBack = (time: string): string => toSeconds(new Date(Date.parse(time) - overlapMs))

export async function* pull(
  ctx: Context,
  cursor: Cursor | null,
  { limit, full = false }: PullOptions,
): AsyncGenerator<PullItem<Cursor>> {
  const size = Math.min(100, Math.max(1, limit))
  const since = full || cursor === null || cursor.issues === null ? null : goBack(cursor.issues)
  let reached = cursor?.issues ?? null
  // Comments edited while the first pull runs are found by the next one.
  let comments = cursor?.comments ?? null
  const lists: Lists = { ...cursor?.lists }
  const place = (): Cursor => ({ issues: reached, comments, lists: { ...lists } })
  const read = new Map<number, RemoteTask>()
  let count = 0
  for await (const page of listChanges<Issue>(ctx, lists, 'issues', since, size)) {
    comments ??= page.at
    if (page.lastPage !== undefined && count === 0) {
      yield { kind: 'total', count: page.lastPage * size }
    }
    for (const issue of page.rows.filter((row) => row.pull_request === undefined)) {
      const item = await readChanged(ctx, issue)
      count += 1
      if (item.kind === 'upsert' && since !== null) read.set(issue.number, item.task)
      yield item
    }
    reached = page.rows.at(-1)?.updated_at ?? reached
    yield { kind: 'checkpoint', cursor: place() }
  }
  yield { kind: 'total', count }
  if (since !== null && comments !== null) {
    const from = goBack(comments)
    for await (const page of listChanges<Comment>(ctx, lists, 'comments', from, size)) {
      for (const number of findStale(page.rows, read)) {
        const task = await fetchOne(ctx, { id: String(number) })
        if (!('gone' in task)) yield { kind: 'upsert', task }
      }
      comments = page.rows.at(-1)?.updated_at ?? comments
      yield { kind: 'checkpoint', cursor: place() }
    }
  }
  yield { kind: 'checkpoint', cursor: place() }
}

/**
 * Issues whose comments changed without their issue having been read since. GitHub does not say that an edit of a
 * comment moves the time of its issue.
 */
function findStale(comments: Comment[], read: Map<number, RemoteTask>): Set<number> {
  const stale = comments.filter(({ id, issue_url, html_url, updated_at }) => {
    if (html_url.includes('/pull/')) return false
    const known = read.get(numberOf(issue_url))?.comments?.find((one) => one.id === String(id))
    return known?.updatedAt !== updated_at
  })
  return new Set(stale.map(({ issue_url }) => numberOf(issue_url)))
}

const numberOf = (issueUrl: string): number => Number(issueUrl.split('/').at(-1))

/** The comments of an issue that was deleted since cannot be read. */
async function readChanged(ctx: Context, issue: Issue): Promise<PullItem<Cursor>> {
  try {
    const comments = await readComments(ctx, issue)
    return { kind: 'upsert', task: readTask(issue, comments, ctx.config) }
  } catch (error) {
    if (!isFailure(error, 'not_found')) throw error
    const task = await fetchOne(ctx, { id: String(issue.number) })
    if (!('gone' in task)) return { kind: 'upsert', task }
    return { kind: 'delete', ref: { id: String(issue.number) } }
  }
}

const readComments = async (ctx: Context, { comments, number }: Issue): Promise<Comment[]> =>
  comments === 0 ? [] : getAll<Comment>(ctx, `/issues/${number}/comments?per_page=100`)

type Changed = { id: number; updated_at: string }

const paths = { issues: '/issues?state=all&', comments: '/issues/comments?' }

/** Everything changed since then, oldest first; nothing while a list that was read before is still the same. */
function listChanges<T extends Changed>(
  ctx: Context,
  lists: Lists,
  name: keyof Lists,
  start: string | null,
  size: number,
): AsyncGenerator<Page<T>> {
  const base = `${paths[name]}sort=updated&direction=asc&per_page=${size}`
  return readChanges<T, Page<T>>({
    start,
    idOf: ({ id }) => id,
    timeOf: ({ updated_at }) => updated_at,
    async getPage({ since, next }) {
      const address = next ?? `${base}${since === null ? '' : `&since=${since}`}`
      const seen = lists[name]?.address === address ? lists[name] : undefined
      const page = await getPage<T>(ctx, address, seen?.etag)
      // Of a list of several pages the first says nothing about the others.
      if (since !== null && since === start && page.next === undefined && page.etag !== undefined)
        lists[name] = { address, etag: page.etag }
      return page
    },
  })
}

export async function fetchOne(ctx: Context, { id }: RemoteRef): Promise<RemoteTask | Gone> {
  const response = await call(ctx, { to: `/issues/${id}`, expect: [301, 404, 410] })
  const gone = await findGone(ctx, response.status)
  if (gone !== undefined) return gone
  const issue = parseJson(response) as Issue // the shape is GitHub's promise
  if (issue.pull_request !== undefined)
    return { gone: true, why: 'This is a pull request, not an issue.' }
  return readTask(issue, await readComments(ctx, issue), ctx.config)
}

/** 404 may also mean that the token lost its right: then nothing is gone, and the repository cannot be read either. */
export async function findGone(ctx: Context, status: number): Promise<Gone | undefined> {
  if (status === 410) return { gone: true, why: 'The issue was deleted.' }
  if (status !== 301 && status !== 404) return undefined
  await get(ctx, repositoryPath(ctx))
  const why =
    status === 301 ? 'The issue was moved to another repository.' : 'The issue does not exist.'
  return { gone: true, why }
}

/** Search is minutes behind; the newest issues are read instead. Clocks may differ by some minutes. */
export async function findByMarker(
  ctx: Context,
  marker: string,
  madeSince: Date,
): Promise<RemoteTask | null> {
  const oldest = toSeconds(new Date(madeSince.getTime() - 600_000))
  const address = '/issues?state=all&sort=created&direction=desc&per_page=100'
  for await (const { rows } of getPages<Issue>(ctx, address)) {
    const found = rows.find(({ body }) => readText(body).marker === marker)
    if (found !== undefined) return readTask(found, await readComments(ctx, found), ctx.config)
    if ((rows.at(-1)?.created_at ?? '') < oldest) break
  }
  return null
}
