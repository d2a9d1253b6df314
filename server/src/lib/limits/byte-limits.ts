// Size limits of pages and tasks: the contract's, unless the operator configured others.
import { PAGE_BYTES_MAX, TASK_DATA_BYTES_MAX } from '@task-service/contract'

export type ByteLimits = {
  /** A page, or one step of a larger read, ends here. */
  pageBytes: number
  /** `input`, `result` and `fields` of a task together. */
  taskBytes: number
}

const defaultLimits: ByteLimits = { pageBytes: PAGE_BYTES_MAX, taskBytes: TASK_DATA_BYTES_MAX }

export function limitsOf(ctx: { limits?: ByteLimits }): ByteLimits {
  return ctx.limits ?? defaultLimits
}

/** As configured by the operator: null is no limit. */
export function byteLimits(limits: {
  pageBytes: number | null
  taskBytes: number | null
}): ByteLimits {
  const { pageBytes, taskBytes } = limits
  return {
    pageBytes: pageBytes ?? Number.MAX_SAFE_INTEGER,
    taskBytes: taskBytes ?? Number.MAX_SAFE_INTEGER,
  }
}
