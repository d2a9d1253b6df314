// The problems comments can have.
import { constraintOf } from '#lib/database-failure.ts'
import { Problem } from '#lib/problem.ts'

export function commentNotFound(): Problem {
  return new Problem('comment_not_found')
}

/** Named by PostgreSQL after the columns of the constraint. */
const TASK_CONSTRAINT = 'comments_tenant_id_task_id_fkey'

/** The task was there when we looked and is gone now; the foreign key is the one who knows. */
export function explainTask(error: unknown): unknown {
  return constraintOf(error) === TASK_CONSTRAINT
    ? new Problem('task_not_found', undefined, { cause: error })
    : error
}
