// The problems views can have, as constructors.
import { Problem } from '#lib/problem.ts'

/** One text for a missing, a foreign and somebody else's own: the answer must not tell them apart. */
export function viewNotFound(): Problem {
  return new Problem('view_not_found')
}

export function versionMismatch(current: number): Problem {
  return new Problem(
    'version_mismatch',
    `The view is at version ${current}. Read it again, apply your change, and send its new ETag.`,
  )
}
