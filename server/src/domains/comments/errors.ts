// The problems comments can have.
import type { Actor } from '@task-service/contract'
import { constraintOf } from '#lib/database-failure.ts'
import { Problem } from '#lib/problem.ts'

export function commentNotFound(): Problem {
  return new Problem('comment_not_found')
}

export function commentNotYours(author: Actor, act: 'edit' | 'delete'): Problem {
  const who = `${author.kind} ${author.id}`
  const detail =
    act === 'edit'
      ? `This comment was written by ${who}, and only its author can edit it. Add your own comment instead.`
      : `This comment was written by ${who}. API keys cannot delete the comments of users; delete it in the dashboard.`
  return new Problem('comment_not_yours', detail)
}

/** Named by PostgreSQL after the columns of the constraint. */
const TASK_CONSTRAINT = 'comments_tenant_id_task_id_fkey'

/** The task existed at the check and is deleted now; the foreign key decides. */
export function explainTask(error: unknown): unknown {
  return constraintOf(error) === TASK_CONSTRAINT
    ? new Problem('task_not_found', undefined, { cause: error })
    : error
}
