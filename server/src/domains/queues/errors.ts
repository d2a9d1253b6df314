// Errors of queues, as constructors.
import { Problem } from '#lib/problem.ts'

export function versionMismatch(current: number): Problem {
  return new Problem(
    'version_mismatch',
    `The current version of the queue is ${current}. Fetch it again, reapply your change and send the new ETag.`,
  )
}
