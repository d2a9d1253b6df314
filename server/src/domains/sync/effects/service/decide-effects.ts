// The gate of the sender: decides in the transaction that plans write-backs which of them may be sent. What an agent has a
// part in is sent only if the policies of this moment allow it, or with an approval of exactly these effects, which is spent
// here.
import type { Effect, Task } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import {
  type ApprovalRow,
  changeEffects,
  closeStale,
  contentOf,
  deleteAwaiting,
  hashChange,
  hashEffects,
  insertApproval,
  listOfLink,
  recordApprovals,
  sortEffects,
  spendLink,
} from '#domains/approvals/index.ts'
import { recordAudit } from '#domains/audit/index.ts'
import type { LinkRow, WriteBackRow } from '#domains/sync/links/index.ts'
import type { Work } from '#domains/sync/work/index.ts'
import { decodeId, encodeId } from '#lib/ids.ts'
import { uuidv7 } from '#lib/uuid.ts'
import {
  type Cause,
  commentEffect,
  createEffect,
  type Fields,
  type Source,
  updateEffect,
  valuesOf,
} from '../effect.ts'
import { isEffect } from '../grant.ts'
import { agentOf, findGate, type Gate } from './find-gate.ts'
import { holdEffects } from './hold-effects.ts'
import { refreshParked } from './refresh-parked.ts'

export type Subject = {
  /** With the version that was just read. */
  link: LinkRow
  task: Task
  kind: 'update' | 'create'
  /** What is to be written to the item; empty for nothing. */
  fields: Fields
  /** Comments that were not sent. */
  comments: readonly { id: string; body: string; author: string }[]
  /** Write-backs in progress. */
  open: readonly WriteBackRow[]
  /** Something of this link waits for an approval. */
  isAwaited: boolean
}

/** `approvalId` is null for what needs none. */
export type Verdict = { maySend: boolean; approvalId: string | null }

export type Decision = {
  /** An agent whose effects are not allowed works on the task: nothing at all is sent. */
  isLive: boolean
  item: Verdict
  commentOf: (id: string) => Verdict
}

const FREE: Verdict = { maySend: true, approvalId: null }
const HELD: Verdict = { maySend: false, approvalId: null }

const always = (verdict: Verdict, isLive = false): Decision => ({
  isLive,
  item: verdict,
  commentOf: () => verdict,
})

/** Task and link are locked by this transaction. */
export async function decideEffects(
  ctx: WorkContext,
  work: Work,
  subject: Subject,
): Promise<Decision> {
  const { fields, comments, isAwaited, link, task } = subject
  const isIdle = Object.keys(fields).length === 0 && comments.length === 0 && !isAwaited
  if (isIdle || !work.gatesAgents) return always(FREE)
  const authors = comments.map(({ author }) => author)
  const gate = await findGate(ctx, work.integration.id, task, authors)
  if (gate.run?.isLive && gate.run.policy !== 'allow') {
    if (isAwaited) await refreshParked(ctx, work, subject, gate.run.id)
    return always(HELD, true)
  }
  const causes = causesOf(gate, subject)
  if (!causes.item && causes.comments.size === 0 && !isAwaited) return always(FREE)
  const rows = (await listOfLink(ctx.tx, link.task_id, link.id)).filter((row) => covers(row, link))
  // A run that waits for its approval decides about it when it is completed.
  const ended = rows.filter(({ run_id: id }) => !gate.run?.isLive || id !== gate.run.id)
  return decide(ctx, work, subject, withoutDecided(causes, gate, rows, link), ended)
}

function covers({ link_id: linkId, effects }: ApprovalRow, link: LinkRow): boolean {
  const id = encodeId('link', link.id)
  return linkId === link.id || effects.some((effect) => effect.link_id === id)
}

type Causes = { item: Cause | undefined; comments: ReadonlyMap<string, Cause> }

/** Only of those that are not simply allowed. */
function causesOf(gate: Gate, { kind, task, comments, fields }: Subject): Causes {
  const { run, policyOf } = gate
  const byCreator = kind === 'create' && task.created_by.kind === 'agent'
  const creator = byCreator ? task.created_by.id : undefined
  const candidates: Cause[] = [
    ...(run ? [{ runId: run.id, agent: run.agent, policy: run.policy }] : []),
    ...(creator ? [{ runId: null, agent: creator, policy: policyOf(creator) }] : []),
  ]
  const gated = Object.keys(fields).length === 0 ? [] : candidates
  const item =
    gated.find(({ policy }) => policy === 'forbid') ??
    gated.find(({ policy }) => policy === 'approve')
  const said = comments.flatMap(({ id, author }): [string, Cause][] => {
    const agent = agentOf(author)
    if (agent === undefined || policyOf(agent) === 'allow') return []
    return [[id, { runId: null, agent, policy: policyOf(agent) }]]
  })
  return { item, comments: new Map(said) }
}

/** What the external system has confirmed for a run is decided; what people change afterwards is theirs. */
function withoutDecided(
  causes: Causes,
  { run }: Gate,
  rows: readonly ApprovalRow[],
  link: LinkRow,
): Causes {
  const id = encodeId('link', link.id)
  const isConfirmed = rows
    .filter(({ run_id: runId }) => run !== undefined && runId === run.id)
    .some(({ receipts }) => receipts.some((one) => one.link_id === id && one.kind !== 'comment'))
  return isConfirmed && causes.item?.runId === run?.id ? { ...causes, item: undefined } : causes
}

async function decide(
  ctx: WorkContext,
  work: Work,
  subject: Subject,
  causes: Causes,
  rows: readonly ApprovalRow[],
): Promise<Decision> {
  const { link, task } = subject
  const effects = effectsOf(work, subject, causes)
  const sending = findSending(subject, causes, rows)
  const pending = effects.filter(
    ({ kind, policy }) => policy === 'approve' && !(sending && kind !== 'comment'),
  )
  const current = rows.find(
    ({ state, spent_links: spent }) =>
      (state === 'open' || state === 'approved') && !spent.includes(link.id),
  )
  const granted = await settle(ctx, { link, task, pending, current, rows })
  const held: Verdict = granted ? { maySend: true, approvalId: granted.id } : HELD
  const verdictFor = (cause: Cause | undefined): Verdict => {
    if (!cause) return FREE
    return cause.policy === 'approve' ? held : HELD
  }
  return {
    isLive: false,
    item: sending ? { maySend: true, approvalId: sending.approval_id } : verdictFor(causes.item),
    commentOf: (id) => verdictFor(causes.comments.get(id)),
  }
}

function effectsOf(work: Work, subject: Subject, { item, comments }: Causes): Effect[] {
  const { link, task, fields, kind } = subject
  const { integration, dictionary, manifest } = work
  const source: Source = { integration, dictionary, isEdge: !!manifest.capabilities.edge, link }
  const effects = subject.comments.flatMap((comment) => {
    const cause = comments.get(comment.id)
    return cause ? [commentEffect(source, cause, comment)] : []
  })
  if (!item) return effects
  const isNew = kind === 'create'
  effects.push(
    isNew
      ? createEffect(source, item, valuesOf({ fields }))
      : updateEffect(source, item, task, fields),
  )
  return effects
}

/** A write-back that was planned with an approval continues as long as the item is the one that was approved. */
function findSending(
  { link, open, fields, kind }: Subject,
  { item }: Causes,
  rows: readonly ApprovalRow[],
): WriteBackRow | undefined {
  if (item?.policy !== 'approve') return undefined
  const wanted = valuesOf({ fields })
  return open.find((change) => {
    const approval = rows.find(({ id }) => id === change.approval_id)
    const effect = approval?.effects.find((one) => isEffect(one, change))
    if (!effect || !isEffect(effect, { ...change, kind, wanted })) return false
    // Once it was sent, the version is that of our own change.
    return change.state === 'sent' || effect.source_revision === link.external_version
  })
}

type Pending = {
  link: LinkRow
  task: Task
  pending: Effect[]
  current: ApprovalRow | undefined
  rows: readonly ApprovalRow[]
}

/** The approval that was spent for what is pending; without one it has to wait. */
async function settle(ctx: WorkContext, about: Pending): Promise<ApprovalRow | undefined> {
  const { link, task, pending, current, rows } = about
  if (!current) {
    if (pending.length > 0 && !isRejected(pending, rows)) await request(ctx, about, rows)
    return undefined
  }
  const id = encodeId('link', link.id)
  const own = current.effects.filter((effect) => effect.link_id === id)
  const others = current.effects.filter((effect) => effect.link_id !== id)
  const isSame =
    hashEffects(own) === hashEffects(pending) && hashEffects(current.effects) === current.hash
  if (isSame && current.state === 'approved') return spend(ctx, current, link)
  if (isSame) return undefined
  if (current.spent_links.length > 0) {
    // Other links have used it, so it stays what it is; this link needs another one.
    await spend(ctx, current, link)
    if (pending.length > 0) await request(ctx, about, rows)
  } else if (pending.length + others.length === 0) {
    await closeStale(ctx, current)
  } else {
    await holdEffects(ctx, await changeEffects(ctx, current, [...others, ...pending]), task)
  }
  return undefined
}

/** In the transaction that plans the write-backs: an approval is used once. */
async function spend(
  ctx: WorkContext,
  approval: ApprovalRow,
  link: LinkRow,
): Promise<ApprovalRow | undefined> {
  const spent = new Set([...approval.spent_links, link.id].map((id) => encodeId('link', id)))
  const isLast = approval.effects.every((effect) => spent.has(effect.link_id))
  const row = await spendLink(ctx.tx, approval.id, link.id, isLast)
  if (!row) return undefined
  await deleteAwaiting(ctx.tx, [row.id], link.id)
  const changes = hashChange(row)
  await recordAudit(ctx, [{ action: 'approval.spent', subjectId: row.task_id, changes }])
  return row
}

/** The same was rejected, and nothing was decided since. */
function isRejected(pending: readonly Effect[], rows: readonly ApprovalRow[]): boolean {
  const last = rows.find(({ state }) => state !== 'stale' && state !== 'withdrawn')
  if (last?.state !== 'rejected') return false
  const rejected = new Set(last.effects.map((effect) => contentOf([effect])))
  return pending.every((effect) => rejected.has(contentOf([effect])))
}

/** Comments follow each other; only the same one can be another version. */
const isVersionOf = (effect: Effect, other: Effect) =>
  effect.kind === other.kind && effect.comment?.id === other.comment?.id

/** Effects that no run waits for: a comment, a created task, a failed one, or one that changed after its approval. */
async function request(
  ctx: WorkContext,
  { link, task, pending }: Pending,
  rows: readonly ApprovalRow[],
): Promise<void> {
  const id = encodeId('link', link.id)
  const before = rows.find(({ spent_links: spent }) => spent.includes(link.id))
  const own = before?.effects.filter((effect) => effect.link_id === id) ?? []
  const isSuccessor = own.some((one) => pending.some((effect) => isVersionOf(effect, one)))
  const main = pending.find(({ kind }) => kind !== 'comment') ?? pending[0]
  if (!main) return
  const row = await insertApproval(ctx.tx, {
    id: uuidv7(ctx.now.getTime()),
    task_id: link.task_id,
    run_id: (main.run_id && decodeId('run', main.run_id)) ?? null,
    link_id: link.id,
    agent: main.agent,
    effects: sortEffects(pending),
    hash: hashEffects(pending),
    previous: isSuccessor ? { hash: hashEffects(own), effects: own } : null,
  })
  await recordApprovals(ctx, 'approval.requested', [row])
  await holdEffects(ctx, row, task)
}
