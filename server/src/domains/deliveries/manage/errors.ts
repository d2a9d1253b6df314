// Errors of requests for deliveries. Why a delivery itself failed is recorded with its attempts.
import { Problem } from '#lib/problem.ts'

/** One text for a missing delivery and one of another tenant: the response must not reveal which. */
export function deliveryNotFound(): Problem {
  return new Problem('delivery_not_found')
}
