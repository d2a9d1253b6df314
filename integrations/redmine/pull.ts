// Reading: what changed since a cursor, one issue with its notes, and an issue that we made and lost sight of.
import {
  Failure,
  type Gone,
  isFailure,
  type PullItem,
  type PullOptions,
  parseJson,
  type RemoteRef,
  type RemoteTask,
} from '@task-service/kit'
import { call, get, getIssues, pageLimit, projectPath } from './call.ts'
import { manifest } from './manifest.ts'
import { createSightings, type Sightings, type SightingsRecord } from './sightings.ts'
import { type Context, type Issue, type Named, toTask } from './wire.ts'

/**
 * The position of a pull. Pages continue from the time of the last row, not by offset: a row that changes between two pages
 * moves to the end, and with offsets another one would be skipped.
 */
export type Cursor = {
  /** Everything changed before this was read. */
  since: string
  /** In the middle of a second that has more issues than a page: those up to this id are done. */
  after?: number
  /** In the middle of a pull, which resumes from here; otherwise the next one goes back by the overlap. */
  open?: true
  seen: SightingsRecord
}

type Step = { since?: string; after?: number }

const { overlapMs } = manifest.capabilities
const { concurrency } = manifest.rateLimit

export async function* pull(
  ctx: Context,
  cursor: Cursor | null,
  { limit, full = false }: PullOptions,
): AsyncGenerator<PullItem<Cursor>> {
  const size = Math.max(2, Math.min(limit, pageLimit))
  const known = cursor === null ? undefined : move(cursor.since, cursor.open ? 0 : -overlapMs)
  const sightings = createSightings(cursor?.seen ?? {}, () => ctx.now().getTime())
  let step: Step | undefined = full || cursor === null ? {} : firstStep(cursor, known)
  let newest = cursor?.since ?? '1970-01-01T00:00:00Z'
  let isFirst = true
  while (step !== undefined) {
    const { issues, total_count } = await getIssues(ctx, filterOf(step), size)
    if (isFirst) yield { kind: 'total', count: total_count }
    isFirst = false
    // What a sweep finds from before the cursor was read when it changed.
    const isOld = (issue: Issue) => full && known !== undefined && issue.updated_on < known
    const rows = rowsOf(step, issues).filter(
      (row) => !sightings.isDone(row) && (full || !sightings.isKnown(row)),
    )
    yield* readRows(ctx, rows, isOld, sightings)
    for (const { updated_on } of issues) if (updated_on > newest) newest = updated_on
    step = nextStep(step, issues, size)
    if (step !== undefined) {
      const place =
        full && cursor !== null ? cursor : { since: newest, ...step, open: true as const }
      yield {
        kind: 'checkpoint',
        cursor: { ...place, seen: sightings.record(move(newest, -overlapMs)) },
      }
    }
  }
  const seen = sightings.record(move(newest, -overlapMs))
  yield { kind: 'checkpoint', cursor: { since: newest, seen } }
}

const firstStep = ({ after }: Cursor, since: string | undefined): Step => ({
  ...(since !== undefined && { since }),
  ...(after !== undefined && { after }),
})

function filterOf({ since, after }: Step): Record<string, string> {
  if (since === undefined) return { sort: 'updated_on,id' }
  if (after === undefined) return { sort: 'updated_on,id', updated_on: `>=${since}` }
  const until = move(since, 1_000)
  return { sort: 'id', updated_on: `><${since}|${until}`, issue_id: `>=${after + 1}` }
}

/** Redmine also returns rows of the adjacent seconds, whatever the filter says. */
const rowsOf = ({ since, after }: Step, issues: Issue[]): Issue[] =>
  after === undefined ? issues : issues.filter((issue) => issue.updated_on === since)

function nextStep({ since, after }: Step, issues: Issue[], size: number): Step | undefined {
  const last = issues.at(-1)
  const isShort = issues.length < size
  if (since !== undefined && after !== undefined) {
    return isShort || last === undefined ? { since: move(since, 1_000) } : { since, after: last.id }
  }
  if (isShort || last === undefined) return undefined
  // A page that does not get beyond its first second is followed by the whole of that second, by id.
  const isStuck = since !== undefined && last.updated_on <= since
  return isStuck ? { since, after: 0 } : { since: last.updated_on }
}

async function* readRows(
  ctx: Context,
  rows: Issue[],
  isOld: (issue: Issue) => boolean,
  sightings: Sightings,
): AsyncGenerator<PullItem<Cursor>> {
  for (let at = 0; at < rows.length; at += concurrency) {
    const chunk = rows.slice(at, at + concurrency)
    const read = await Promise.all(
      chunk.map(async (row) =>
        isOld(row) || sightings.isKnown(row) ? row : await readIssue(ctx, row.id),
      ),
    )
    for (const [index, issue] of read.entries()) {
      const row = chunk[index]
      if (row === undefined) continue
      if (issue === 'gone') yield { kind: 'delete', ref: toTask(row, ctx.config).ref }
      else yield { kind: 'upsert', task: toTask(issue, ctx.config) }
      sightings.note(row, issue !== row)
    }
  }
}

/** Notes come with a single issue only. */
export async function readIssue(
  ctx: Context,
  id: string | number,
  include = 'journals',
): Promise<Issue | 'gone'> {
  const path = `/issues/${encodeURIComponent(id)}.json?include=${include}`
  const response = await call(ctx, { path, expect: [404, 410] })
  if (response.status === 404 || response.status === 410) return 'gone'
  const { issue } = parseJson(response) as { issue?: Issue } // the shape is Redmine's promise
  if (issue === undefined)
    throw new Failure('protocol', 'Redmine returned an unexpected response: expected an issue.')
  return issue
}

export async function fetchOne(ctx: Context, ref: RemoteRef): Promise<RemoteTask | Gone> {
  // Read together: an issue has the number of its project, people enter its identifier.
  const [issue, { project }] = await Promise.all([
    readIssue(ctx, ref.id).catch((error: unknown) => {
      if (isFailure(error, 'forbidden')) return 'hidden' as const
      throw error
    }),
    get<{ project: Named }>(ctx, projectPath(ctx)),
  ])
  // The project was readable, so only this issue is no longer visible.
  if (issue === 'hidden')
    return { gone: true, why: 'The account no longer has access to the issue.' }
  if (issue === 'gone') return { gone: true, why: 'The issue was deleted.' }
  if (isAnother(issue, ref)) return { gone: true, why: 'Its number now belongs to another issue.' }
  if (issue.project.id !== project.id) {
    return { gone: true, why: `The issue was moved to the project "${issue.project.name}".` }
  }
  return toTask(issue, ctx.config)
}

/** Some databases give the number of a deleted issue to the next one. */
export const isAnother = (issue: Issue, { createdAt }: RemoteRef): boolean =>
  createdAt !== undefined && Date.parse(issue.created_on) !== Date.parse(createdAt)

/** Clocks differ; what was made a little earlier is looked at as well. */
const clockToleranceMs = 3_600_000

export async function findByMarker(
  ctx: Context,
  marker: string,
  madeSince: Date,
): Promise<RemoteTask | null> {
  const since = move(madeSince.toISOString(), -clockToleranceMs)
  for (let offset = 0; ; offset += pageLimit) {
    const filter = {
      sort: 'created_on:desc,id:desc',
      created_on: `>=${since}`,
      offset: String(offset),
    }
    const { issues } = await getIssues(ctx, filter, pageLimit)
    const found = issues.find((issue) => toTask(issue, ctx.config).marker === marker)
    if (found !== undefined) {
      const whole = await readIssue(ctx, found.id)
      return whole === 'gone' ? null : toTask(whole, ctx.config)
    }
    if (issues.length < pageLimit) return null
  }
}

/** In seconds, as Redmine writes and reads them. */
const move = (time: string, ms: number): string =>
  `${new Date(Date.parse(time) + ms).toISOString().slice(0, 19)}Z`
