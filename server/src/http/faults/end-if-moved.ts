// Ends responses that stay open when their tenant was moved: clients connect again, and the proxy leads them to the new cell.
import { Problem } from '#lib/problem.ts'

/** For a failed authentication. Other errors may pass by themselves. */
export function endIfMoved(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'tenant_moved') return undefined
  throw error
}
