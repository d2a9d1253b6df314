// The problems comments can have.
import { Problem } from '#lib/problem.ts'

export function commentNotFound(): Problem {
  return new Problem('comment_not_found')
}
