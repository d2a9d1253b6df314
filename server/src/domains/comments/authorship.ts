// Who may edit or delete a comment: only its author edits it, and users moderate.
import type { Actor } from '@task-service/contract'

/**
 * API keys are rotated, so a comment of one belongs to all keys of the tenant. Comments of connected systems come and
 * change by different workers of the service.
 */
export function mayEdit(actor: Actor, author: Actor): boolean {
  if (actor.kind !== author.kind) return false
  return actor.kind === 'key' || actor.kind === 'system' || actor.id === author.id
}

/** Every user may delete any comment; programs only what no person wrote. */
export function mayRemove(actor: Actor, author: Actor): boolean {
  return mayEdit(actor, author) || actor.kind === 'user' || author.kind !== 'user'
}
