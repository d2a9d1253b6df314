// Errors of views, as constructors.
import { Problem } from '#lib/problem.ts'

/** One text for a missing view, one of another tenant and a private one: the response must not reveal which. */
export function viewNotFound(): Problem {
  return new Problem('view_not_found')
}

export function versionMismatch(current: number): Problem {
  return new Problem(
    'version_mismatch',
    `The current version of the view is ${current}. Fetch it again, reapply your change and send the new ETag.`,
  )
}
