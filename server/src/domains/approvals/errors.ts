// Errors of approvals, as constructors.
import type { ApprovalState, Effect } from '@task-service/contract'
import { Problem } from '#lib/problem.ts'

/** One text for a missing approval and one of another tenant: the response must not reveal which. */
export function approvalNotFound(): Problem {
  return new Problem('approval_not_found')
}

const closedBy: Record<Exclude<ApprovalState, 'open'>, string> = {
  approved: 'was approved already',
  spent: 'was approved already, and its effects are being written',
  rejected: 'was rejected already',
  stale: 'is about effects that no longer apply',
  withdrawn: 'was withdrawn, because its run ended or the task was moved',
}

export function approvalClosed(state: Exclude<ApprovalState, 'open'>): Problem {
  return new Problem(
    'approval_closed',
    `The approval ${closedBy[state]}. Get the approval to see who decided.`,
  )
}

export function effectsChanged(approvalId: string): Problem {
  return new Problem('effects_changed', undefined, { details: { existing_id: approvalId } })
}

/** Names systems and fields, so that a person knows what is left to do. */
export function effectsForbidden(effects: readonly Effect[]): Problem {
  const parts = effects.map(({ provider, external_key: key, kind, fields }) => {
    const what = kind === 'comment' ? 'comment' : Object.keys(fields).join(', ')
    return `${provider}${key === null ? '' : ` ${key}`} (${what})`
  })
  return new Problem(
    'effects_forbidden',
    `The agent may not write to ${[...new Set(parts)].join('; ')}. Nothing was changed. Release the run with a handoff and let a person finish the task.`,
  )
}
