// What a keyword of a schema needs to check a value and to report what is wrong with it.
import type { FieldErrorCode } from '@task-service/contract'
import type { Spend } from './step-budget.ts'

export type Visit = {
  spend: Spend
  /** `name` is that of a part of the value. */
  fail: (code: FieldErrorCode, message: string, name?: string) => void
  /** Checks a part of the value, or without a name the value itself. */
  check: (schema: unknown, value: unknown, name?: string | number) => void
  /** Whether the value matches; nothing is reported. */
  matches: (schema: unknown, value: unknown) => boolean
}
