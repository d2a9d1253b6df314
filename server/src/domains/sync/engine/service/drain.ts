// Sees to signals and to changes whose time has come. What fails is noted with its link and keeps nothing else waiting.
import { listDueLinks } from '#domains/sync/links/index.ts'
import {
  findLinkOfItem,
  findOrPlanLink,
  reconcileLink,
  takeItem,
} from '#domains/sync/reconcile/index.ts'
import { deleteSignals, listSignals, type SignalRow } from '#domains/sync/signals/index.ts'
import { sideBySide } from '../side-by-side.ts'
import type { PullRequest } from './pull.ts'
import { safeCall } from './safe-call.ts'
import type { Turn } from './turn.ts'

const AT_ONCE = 200

/** Adds requested syncs to `request`: they do not run here. */
export async function drain(work: Turn, request: PullRequest): Promise<void> {
  const asked = new Set<string>(request.signals)
  while (!work.isEnding()) {
    const { signals, isFull } = await work.inLease((ctx) =>
      listSignals(ctx.tx, work.integration.id, AT_ONCE + asked.size),
    )
    const fresh = signals.filter(({ id }) => !asked.has(id))
    for (const signal of fresh.filter(({ kind }) => kind === 'pull')) {
      asked.add(signal.id)
      request.signals.push(signal.id)
      request.isManual = true
      request.full ||= signal.detail?.full ?? false
    }
    const rest = fresh.filter(({ kind }) => kind !== 'pull')
    await sideBySide(Map.groupBy(rest, placeOf).values(), work.atOnce, (group) =>
      answer(work, group),
    )
    if (!isFull || rest.length === 0) break
  }
  await tryAgain(work)
}

/** Many signals about the same are one. */
function placeOf({ kind, task_id: task, detail }: SignalRow): string {
  return kind === 'hint' ? `item ${detail?.ref?.id}` : `task ${task}`
}

async function answer(work: Turn, signals: readonly SignalRow[]): Promise<void> {
  const [first] = signals
  if (!first || work.isEnding()) return
  const ref = first.detail?.ref
  if (ref) {
    const linkId = await findLinkOfItem(work, ref)
    if (linkId) await safeCall(work, linkId, () => reconcileLink(work, linkId, 'hint'))
    // Polling finds it too, should this fail.
    else if (linkId === undefined) await safeCall(work, undefined, () => takeItem(work, ref))
  } else if (first.task_id) {
    const isNew = signals.some(({ kind }) => kind === 'new')
    const linkId = await findOrPlanLink(work, first.task_id, isNew ? 'new' : 'task')
    if (linkId) await safeCall(work, linkId, () => reconcileLink(work, linkId, 'task'))
  }
  const ids = signals.map(({ id }) => id)
  await work.inLease((ctx) => deleteSignals(ctx.tx, work.integration.id, ids))
}

async function tryAgain(work: Turn): Promise<void> {
  const due = await work.inLease((ctx) =>
    listDueLinks(ctx.tx, work.integration.id, ctx.now, AT_ONCE),
  )
  await sideBySide(due, work.atOnce, async ({ id }) => {
    if (work.isEnding()) return
    await safeCall(work, id, () => reconcileLink(work, id, 'retry'))
  })
}
