// The problems attachments can have.
import { ATTACHMENTS_PER_TASK_MAX } from '@task-service/contract'
import { constraintOf } from '#lib/database-failure.ts'
import { Problem } from '#lib/problem.ts'

const count = (bytes: number) => bytes.toLocaleString('en')

export function attachmentNotFound(): Problem {
  return new Problem('attachment_not_found')
}

export function fileTooLarge(bytes: number, limit: number): Problem {
  const detail = `The file is too large: at least ${count(bytes)} bytes, maximum ${count(limit)} (SERVICE_ACP_LIMIT_ATTACHMENT_BYTES). Attach a smaller file, or a link to it.`
  return new Problem('body_too_large', detail)
}

export function tooManyFiles(): Problem {
  const detail = `The task has ${ATTACHMENTS_PER_TASK_MAX} attachments, which is the maximum. Delete one first, or attach the file to another task.`
  return new Problem('attachment_limit_reached', detail)
}

export function quotaReached(needed: number, used: number, limit: number): Problem {
  const detail = `The file needs ${count(needed)} bytes, and ${count(Math.max(0, limit - used))} of ${count(limit)} are free (SERVICE_ACP_LIMIT_ATTACHMENT_STORAGE). Delete attachments, or ask the operator to raise the limit.`
  return new Problem('attachment_quota_reached', detail)
}

/** Without Content-Length, the size of the largest file is reserved. */
export function quotaReachedUnknown(needed: number, used: number, limit: number): Problem {
  const { detail } = quotaReached(needed, used, limit)
  return new Problem(
    'attachment_quota_reached',
    `${detail} The request had no \`Content-Length\`, so the size of the largest file was reserved; with it, a smaller file may fit.`,
  )
}

/** The row that the upload belongs to was deleted meanwhile, with its task. */
export function taskGone(): Problem {
  return new Problem('task_not_found', 'The task was deleted during the upload.')
}

/** The bucket did not respond or refused, or files are in a bucket that is no longer configured. */
export function bucketUnavailable(cause: unknown): Problem {
  const detail =
    'Attachments cannot be stored or read at the moment, because the object store is not available. Retry after `Retry-After` seconds.'
  return new Problem('overloaded', detail, { cause, headers: { 'retry-after': '5' } })
}

export function noBucket(): Error {
  return new Error('the attachment is in a bucket, and SERVICE_ACP_BUCKET is not set')
}

export function contentMissing(id: string): Error {
  return new Error(`the stored content of the attachment ${id} is incomplete or was changed`)
}

/** Named by PostgreSQL after the columns of the constraint. */
const TASK_CONSTRAINT = 'attachments_tenant_id_task_id_fkey'

/** The task existed at the check and is deleted now; the foreign key decides. */
export function explainTask(error: unknown): unknown {
  return constraintOf(error) === TASK_CONSTRAINT
    ? new Problem('task_not_found', undefined, { cause: error })
    : error
}
