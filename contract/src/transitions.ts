// The life of a task as one table: which status may follow which, and what the change is called in the event log.
import type { Static } from 'typebox'
import { Choice } from './schema.ts'

export const STATUSES = [
  'triage',
  'ready',
  'in_progress',
  'input_required',
  'in_review',
  'completed',
  'failed',
  'canceled',
] as const

export const Status = Choice(STATUSES, { description: 'Status of the task' })
export type Status = Static<typeof Status>

/** Reopening always goes to `ready`: a finished task is no longer claimed. */
export const transitions = {
  triage: ['ready', 'in_progress', 'canceled'],
  ready: ['triage', 'in_progress', 'completed', 'canceled'],
  in_progress: ['ready', 'input_required', 'in_review', 'completed', 'failed', 'canceled'],
  input_required: ['ready', 'in_progress', 'failed', 'canceled'],
  in_review: ['ready', 'in_progress', 'completed', 'failed', 'canceled'],
  completed: ['ready'],
  failed: ['ready'],
  canceled: ['ready'],
} as const satisfies Record<Status, readonly Status[]>

export const FINAL_STATUSES = ['completed', 'failed', 'canceled'] as const satisfies Status[]

export function isFinal(status: Status): boolean {
  return (FINAL_STATUSES as readonly Status[]).includes(status)
}

/**
 * The shortest way from one status to another, each step a transition; empty when it is there already. Undoing a change
 * of status takes the way back, which may lead through others.
 *
 * @example
 * statusPath('completed', 'in_progress') // ['ready', 'in_progress']
 */
export function statusPath(from: Status, to: Status): Status[] {
  const ways: Status[][] = [[]]
  const seen = new Set<Status>([from])
  for (const way of ways) {
    const at = way.at(-1) ?? from
    if (at === to) return way
    for (const next of transitions[at]) {
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  }
  throw new Error(`no way leads from ${from} to ${to}`)
}

export function canMove(from: Status, to: Status): boolean {
  return (transitions[from] as readonly Status[]).includes(to)
}
