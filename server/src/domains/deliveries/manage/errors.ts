// The problems those who ask for deliveries can have. What goes wrong with one that is sent is a fact that it records.
import { Problem } from '#lib/problem.ts'

/** One text for a missing and a foreign one: the answer must not tell them apart. */
export function deliveryNotFound(): Problem {
  return new Problem('delivery_not_found')
}
