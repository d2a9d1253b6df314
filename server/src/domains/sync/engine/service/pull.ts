// Pulls changes from the vendor in batches: items and the cursor of the next batch are stored together.
import { isDeepStrictEqual } from 'node:util'
import type { ChoiceKind } from '@task-service/contract'
import { Failure, type Json } from '@task-service/kit'
import type { PullBatch } from '#agent/host.ts'
import type { WorkContext } from '#db/context.ts'
import { listActiveBefore, unlinkItems } from '#domains/sync/links/index.ts'
import { reconcileLink, storeItems } from '#domains/sync/reconcile/index.ts'
import {
  addCounts,
  deleteEmptyRuns,
  endRun,
  findRunning,
  insertRun,
  type RunRow,
} from '#domains/sync/runs/index.ts'
import { deleteSignals } from '#domains/sync/signals/index.ts'
import { saveChoices, saveCursor, saveSchedule, saveSelf } from '#domains/sync/state/index.ts'
import { dictionaryOf } from '#domains/sync/work/index.ts'
import { pollIntervalMs } from '#lib/schedule/poll-interval.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { sideBySide } from '../side-by-side.ts'
import { safeCall } from './safe-call.ts'
import type { Turn } from './turn.ts'

export type PullRequest = {
  full: boolean
  isManual: boolean
  /** Signals that this answers. */
  signals: string[]
}

/** What was asked for stays asked for until it was done: a run that fails is begun again as what it was. */
export type Run = Pick<RunRow, 'id' | 'kind' | 'started_at'> & Pick<PullRequest, 'signals'>

const ITEMS_TO_A_PAGE = 100
const SWEEP_MS = 7 * 86_400_000

/** Ends the run of a worker that stopped; the new run resumes at its cursor. */
export async function beginRun(work: Turn, request: PullRequest): Promise<Run> {
  const { integration } = work
  return work.inLease(async (ctx) => {
    const left = await findRunning(ctx.tx, integration.id)
    if (left) {
      const message = 'The worker stopped; a new run was started.'
      const error = { kind: 'interrupted', message }
      await endRun(ctx.tx, left.id, { state: 'failed', error, log: left.log, now: ctx.now })
    }
    const isSweep = integration.next_sweep_at !== null && integration.next_sweep_at <= ctx.now
    const run = {
      id: uuidv7(),
      integration_id: integration.id,
      kind:
        request.full || isSweep || left?.kind === 'full' ? ('full' as const) : ('pull' as const),
      cause: causeOf(work, request, left !== undefined, isSweep),
      started_at: ctx.now,
    }
    await insertRun(ctx.tx, run)
    return { ...run, signals: request.signals }
  })
}

function causeOf(
  { integration }: Turn,
  request: PullRequest,
  isLeft: boolean,
  isSweep: boolean,
): RunRow['cause'] {
  if (isLeft || integration.failures > 0) return 'retry'
  if (integration.cursor === null && integration.next_pull_at === null) return 'first'
  if (request.isManual) return 'manual'
  return isSweep ? 'sweep' : 'schedule'
}

/** Where each pull brings everything, what is missing is noticed each time. */
const readsAll = ({ manifest }: Turn, { kind }: Run): boolean =>
  kind === 'full' || manifest.capabilities.pull === 'full'

/** `between` is called after every batch; a true answer ends the run there. */
export async function pullAll(
  work: Turn,
  run: Run,
  between: () => Promise<boolean>,
): Promise<'succeeded' | 'canceled'> {
  await readSelf(work)
  await readChoices(work, run)
  const isFull = readsAll(work, run)
  const met = new Set<string>()
  // Keeping a place in the middle of reading everything again would be going back in time.
  const keepsPlace = !isFull || work.integration.cursor === null
  let place: Json | undefined
  const cursor = isFull ? null : work.integration.cursor
  const options = { limit: ITEMS_TO_A_PAGE, full: isFull }
  for await (const batch of work.session.pull(cursor, options, work.signal)) {
    for (const item of batch.items) {
      met.add(item.kind === 'upsert' ? item.task.ref.id : item.ref.id)
    }
    place = batch.cursor ?? place
    const { cursor: _, ...rest } = batch
    const kept = keepsPlace ? batch : rest
    for (const piece of piecesOf(kept))
      await work.inLease((ctx) => storeBatch(ctx, work, run, piece))
    if (await between()) return 'canceled'
    endIfStopping(work)
  }
  if (isFull) await sweep(work, run, met)
  const end = place
  if (end !== undefined) await work.inLease((ctx) => saveCursor(ctx.tx, work.integration.id, end))
  return 'succeeded'
}

function endIfStopping({ isEnding }: Turn): void {
  if (isEnding()) throw new Failure('transient', 'Task Service is shutting down.')
}

/** Few: creating locks the tenant's counter until the commit. What was stored before an end is known when it is read again. */
const ITEMS_TO_A_TRANSACTION = 10

/** The place comes with the last. */
function piecesOf(batch: PullBatch): PullBatch[] {
  const { items, cursor: _, ...rest } = batch
  if (items.length <= ITEMS_TO_A_TRANSACTION) return [batch]
  const later = { ...batch, items: items.slice(ITEMS_TO_A_TRANSACTION) }
  return [{ ...rest, items: items.slice(0, ITEMS_TO_A_TRANSACTION) }, ...piecesOf(later)]
}

async function storeBatch(ctx: WorkContext, work: Turn, run: Run, batch: PullBatch): Promise<void> {
  const tasks = batch.items.flatMap((item) => (item.kind === 'upsert' ? [item.task] : []))
  const deleted = batch.items.flatMap((item) => (item.kind === 'delete' ? [item.ref.id] : []))
  const counts = await storeItems(ctx, work, tasks, run.kind)
  if (deleted.length > 0) counts.removed += await unlinkItems(ctx, work, deleted)
  const facts = { total: batch.total, now: ctx.now }
  await addCounts(ctx.tx, run.id, { ...counts, read: batch.items.length }, facts)
  if (batch.cursor !== undefined) await saveCursor(ctx.tx, work.integration.id, batch.cursor)
}

const LINKS_AT_ONCE = 200

/** What was linked and not met is asked for by name: not being in a list is no proof of being gone. Finished ones now and then. */
async function sweep(work: Turn, run: Run, met: ReadonlySet<string>): Promise<void> {
  const which = { made: run.started_at, unfinishedOnly: run.kind !== 'full' }
  for (let after: string | undefined; ; ) {
    const links = await work.inLease((ctx) =>
      listActiveBefore(ctx.tx, work.integration.id, { ...which, after, limit: LINKS_AT_ONCE }),
    )
    await sideBySide(links, work.atOnce, async ({ id, external_id: externalId }) => {
      if (externalId === null || met.has(externalId)) return
      await safeCall(work, id, () => reconcileLink(work, id, 'sweep'))
      endIfStopping(work)
    })
    after = links.at(-1)?.id
    if (links.length < LINKS_AT_ONCE) return
  }
}

/** The vendor account of the credential; without it our own changes are harder to distinguish from those of others. */
async function readSelf({ integration, session, signal, inLease }: Turn): Promise<void> {
  if (integration.self) return
  const { self } = await session.testConnection(signal)
  integration.self = self
  await inLease((ctx) => saveSelf(ctx.tx, integration.id, self))
}

const kinds = ['statuses', 'priorities', 'people'] as const satisfies ChoiceKind[]

/** The choices of the vendor (statuses, priorities, people); without them no value can be mapped. */
async function readChoices(work: Turn, run: Run): Promise<void> {
  const { integration, manifest, session } = work
  if (integration.mapping.choices && !readsAll(work, run)) return
  const choices = { ...integration.mapping.choices }
  for (const kind of kinds) choices[kind] = await session.discover(kind, work.signal)
  if (isDeepStrictEqual(choices, integration.mapping.choices)) return
  integration.mapping = { ...integration.mapping, choices }
  work.dictionary = dictionaryOf(integration, manifest)
  await work.inLease((ctx) => saveChoices(ctx.tx, integration.id, integration.mapping))
}

export async function finishRun(
  work: Turn,
  run: Run,
  state: 'succeeded' | 'canceled',
): Promise<void> {
  const { integration, manifest } = work
  await work.inLease(async (ctx) => {
    const hasNews = await endRun(ctx.tx, run.id, { state, log: work.said, now: ctx.now })
    const newsAt = hasNews ? ctx.now : (integration.news_at ?? ctx.now)
    await deleteSignals(ctx.tx, integration.id, run.signals)
    if (state === 'succeeded') await deleteEmptyRuns(ctx.tx, integration.id, run.id)
    const now = ctx.now.getTime()
    const isSwept = run.kind === 'full' && state === 'succeeded'
    const needsSweep = manifest.capabilities.deletes === 'sweep'
    const sweepAt =
      isSwept || integration.next_sweep_at === null
        ? new Date(now + SWEEP_MS)
        : integration.next_sweep_at
    await saveSchedule(ctx.tx, integration.id, {
      nextPullAt: new Date(now + pollIntervalMs(integration, newsAt, ctx.now)),
      newsAt,
      nextSweepAt: needsSweep ? sweepAt : null,
    })
  })
}
