// What can be wrong with a bulk request as a whole.
import { Problem } from '#lib/problem.ts'

export function bulkTooLarge(bytes: number, maxBytes: number): Problem {
  return new Problem(
    'body_too_large',
    `The tasks to update have ${bytes.toLocaleString('en')} bytes in total, maximum ${maxBytes.toLocaleString('en')} per request. Split the request.`,
  )
}
