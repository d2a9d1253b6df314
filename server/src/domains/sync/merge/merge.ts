// Three-way merge of one task and one item, field by field: what changed on which side since both agreed, and what
// follows from it. Nothing here reads or writes.
import type { Direction, Policy } from '@task-service/contract'
import type { Json } from '@task-service/kit'
import { type Agreed, isSame, type Shadow } from './shadow.ts'
import {
  type Dictionary,
  fieldsOf,
  localLabels,
  ruleOf,
  toLocal,
  toRemote,
  type Values,
} from './translation.ts'

export type Sides = {
  shadow: Shadow
  remote: Values
  local: Values
  /** By one clock: when each side was changed last. */
  remoteAt: number
  localAt: number
}

export type FoundConflict = {
  field: string
  base: Json
  service: Json
  /** In words of the task where there are any. */
  remote: Json
  policy: Policy
  /** Undefined: a user has to decide. */
  winner?: 'service' | 'remote'
}

export type Merged = {
  /** For the task. */
  take: Values
  /** For the item, in its words; `sendLocal` has what stands for it here. */
  send: Values
  sendLocal: Values
  /** What both sides agree on now; fields that are to be sent keep what they had until that is confirmed. */
  shadow: Shadow
  conflicts: FoundConflict[]
  /** Fields on which both sides are of one mind: open conflicts about them are over. */
  settled: string[]
  skipped: { field: string; why: string }[]
}

export function merge(dictionary: Dictionary, sides: Sides): Merged {
  const merged: Merged = {
    take: {},
    send: {},
    sendLocal: {},
    shadow: { ...sides.shadow },
    conflicts: [],
    settled: [],
    skipped: [],
  }
  for (const field of fieldsOf(dictionary)) {
    const remote = sides.remote[field]
    const local = sides.local[field]
    if (remote === undefined || local === undefined) continue
    const agreed = sides.shadow[field]
    const look: Look = { dictionary, field, remote, local, agreed, sides, merged }
    if (field === 'labels') mergeLabels(look)
    else mergeField(look)
  }
  return merged
}

type Look = {
  dictionary: Dictionary
  field: string
  remote: Json
  local: Json
  agreed: Agreed | undefined
  sides: Sides
  merged: Merged
}

const goesIn = (direction: Direction) => direction === 'both' || direction === 'in'
const goesOut = (direction: Direction) => direction === 'both' || direction === 'out'

function isEmpty(value: Json): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function mergeField(look: Look): void {
  const { dictionary, field, remote, local, agreed } = look
  const remoteChanged = !agreed || !isSame(field, remote, agreed.remote)
  const localChanged = agreed ? !isSame(field, local, agreed.local) : !isEmpty(local)
  if (!remoteChanged && !localChanged) {
    settle(look, remote, local)
  } else if (!localChanged) {
    takeOver(look)
  } else if (!remoteChanged) {
    sendOff(look)
  } else if (isSame(field, toLocal(dictionary, field, remote, local), local)) {
    settle(look, remote, local)
  } else {
    decide(look)
  }
}

/** Both sides mean the same. */
function settle({ field, merged }: Look, remote: Json, local: Json): void {
  merged.shadow[field] = { remote, local }
  merged.settled.push(field)
}

/** Where nothing may come in, what is there now is only noted, so that it is not taken for news again. */
function takeOver(look: Look): void {
  const { dictionary, field, remote, local, merged } = look
  const value = goesIn(ruleOf(dictionary, field).direction)
    ? toLocal(dictionary, field, remote, local)
    : local
  if (value === undefined)
    merged.skipped.push({ field, why: `${show(remote)} is not mapped to a task value` })
  const next = value ?? local
  if (!isSame(field, next, local)) merged.take[field] = next
  settle(look, remote, next)
}

function sendOff(look: Look): void {
  const { dictionary, field, remote, local, merged } = look
  if (!goesOut(ruleOf(dictionary, field).direction)) {
    settle(look, remote, local)
    return
  }
  const value = toRemote(dictionary, field, local, remote)
  if (value === undefined)
    merged.skipped.push({ field, why: `${show(local)} is not mapped to an external value` })
  if (value === undefined || isSame(field, value, remote)) {
    settle(look, remote, local)
    return
  }
  merged.send[field] = value
  merged.sendLocal[field] = local
}

function show(value: Json): string {
  return JSON.stringify(value).slice(0, 100)
}

function decide(look: Look): void {
  const { dictionary, field, remote, local, agreed, merged } = look
  const winner = winnerOf(look)
  const { policy } = ruleOf(dictionary, field)
  const remoteHere = toLocal(dictionary, field, remote, local)
  if (agreed?.prefer === undefined) {
    const base = agreed?.local ?? null
    const conflict = { field, base, service: local, remote: remoteHere ?? remote, policy }
    merged.conflicts.push({ ...conflict, ...(winner && { winner }) })
  }
  if (winner === 'remote') {
    takeOver(look)
  } else if (winner === 'service') {
    // What was there is known now: it lost, and does not come up again.
    merged.shadow[field] = { remote, local: agreed?.local ?? null }
    sendOff(look)
  }
}

function winnerOf({ dictionary, field, agreed, sides }: Look): 'service' | 'remote' | undefined {
  const { direction, policy } = ruleOf(dictionary, field)
  if (direction === 'in') return 'remote'
  if (direction === 'out') return 'service'
  if (agreed?.prefer) return agreed.prefer
  switch (policy) {
    case 'remote_wins':
      return 'remote'
    case 'service_wins':
      return 'service'
    case 'latest':
      return sides.localAt > sides.remoteAt ? 'service' : 'remote'
    default:
      return undefined
  }
}

/** Labels never conflict: what either side put on or took off happens on the other. */
function mergeLabels(look: Look): void {
  const { dictionary, field, agreed, merged } = look
  const remote = texts(look.remote)
  const local = texts(look.local)
  const { direction } = ruleOf(dictionary, field)
  const before = { remote: texts(agreed?.remote ?? []), local: texts(agreed?.local ?? []) }
  const wanted = goesIn(direction)
    ? localLabels(carry(local, localLabels(before.remote), localLabels(remote)))
    : local
  const sent = goesOut(direction) ? carry(remote, before.local, local) : remote
  if (!isSame(field, wanted, local)) merged.take[field] = wanted
  if (isSame(field, sent, remote)) {
    settle(look, remote, wanted)
    return
  }
  merged.send[field] = sent
  merged.sendLocal[field] = wanted
  // What came in is agreed on already; only what goes out is still open.
  const cameIn = goesIn(direction) ? carry(before.local, before.remote, remote) : before.local
  merged.shadow[field] = { remote, local: cameIn }
}

/** `labels` with what was put on and taken off between `before` and `after`. */
function carry(labels: string[], before: string[], after: string[]): string[] {
  const added = after.filter((label) => !before.includes(label))
  const removed = before.filter((label) => !after.includes(label))
  return [...new Set([...labels, ...added])].filter((label) => !removed.includes(label))
}

function texts(value: Json): string[] {
  return Array.isArray(value) ? value.filter((label) => typeof label === 'string') : []
}
